import { asList, asObject, isObject, type JsonObject } from "#openapi/document/document.js";
import type { OperationId } from "#team-api/sandbox/handlers/handler.js";
import type { Answer, Asked, Change, Tools } from "./change.js";

/** True for the 2xx range. */
export function succeeded({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** True for the 4xx range. */
export function refused({ status }: Answer): boolean {
  return status >= 400 && status < 500;
}

/** The object in an answer's body; an empty one if there is none. */
export function bodyOf({ body }: { body: string }): JsonObject {
  try {
    return asObject(JSON.parse(body));
  } catch {
    return {};
  }
}

/** An answer with JSON. */
export function reply(status: number, body: unknown): Answer {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(body),
  };
}

/** A refusal as the sandbox writes it. */
export function refusal(status: number): Answer {
  return {
    status,
    headers: { "content-type": "application/problem+json" },
    body: JSON.stringify({ type: "about:blank", status, detail: "This is refused." }),
  };
}

/** A page for people. */
export function html(status: number): Answer {
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: "<!doctype html><html><title>Hello</title><body>Something else stands here.</body></html>",
  };
}

/** Changes the JSON object of a success; anything else stays as it is. */
export function json(answer: Answer, mutate: (body: JsonObject) => unknown): Answer {
  if (!succeeded(answer)) return answer;
  const body: unknown = JSON.parse(answer.body);
  return isObject(body) ? { ...answer, body: JSON.stringify(mutate(body)) } : answer;
}

/** Changes what one operation returns when it succeeds. */
export function onSuccess(
  operation: OperationId,
  mutate: (body: JsonObject, request: Asked, tools: Tools) => unknown,
): NonNullable<Change["answer"]> {
  return (answer, request, tools) =>
    tools.operation === operation ? json(answer, (body) => mutate(body, request, tools)) : answer;
}

/** Sends other answers in place of one operation's successes. */
export function insteadOf(
  operation: OperationId,
  replace: (answer: Answer, request: Asked, tools: Tools) => Answer,
): NonNullable<Change["answer"]> {
  return (answer, request, tools) =>
    tools.operation === operation && succeeded(answer) ? replace(answer, request, tools) : answer;
}

/** Changes every suppression that is listed, retrieved, or both. */
export function inSuppressions(
  where: "listed" | "retrieved" | "everywhere",
  mutate: (suppression: JsonObject, request: Asked, tools: Tools) => unknown,
): NonNullable<Change["answer"]> {
  return (answer, request, tools) => {
    const { operation } = tools;
    if (operation === "listSuppressions" && where !== "retrieved") {
      return json(answer, (body) => ({
        ...body,
        data: asList(body.data).map((each) => mutate(asObject(each), request, tools)),
      }));
    }
    if (operation === "retrieveSuppression" && where !== "listed") {
      return json(answer, (body) => mutate(body, request, tools));
    }
    return answer;
  };
}

/** An object without some of its members. */
export function without(body: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
