import { asObject } from "#openapi/document/document.js";
import { isSuccess } from "../../../change.js";
import { empty, json, type Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { sentIn } from "./variations.js";

/** A server that fails for some requests. */
function failsFor(
  operations: readonly string[],
  applies: (sent: ReturnType<typeof sentIn>) => boolean,
): NonNullable<Variation<Tables>["respond"]> {
  return async (request, next, context) => {
    const isConcerned = operations.includes(context.operation ?? "") && applies(sentIn(request, context));
    return isConcerned ? empty(500) : next();
  };
}

/** Servers that accept what the document forbids, or fail. */
export const REQUEST_FAULTS: Variation<Tables>[] = [
  {
    title: "fails for an offset after the end of the tags",
    respond: failsFor(["getTags"], ({ query, state }) => Number(query.get("offset")) > state.rows("tag").length),
  },
  {
    title: "fails for a limit that is not a number",
    respond: failsFor(["getSources"], ({ query }) => query.has("limit") && !/^-?\d+$/.test(query.get("limit") ?? "")),
  },
  {
    title: "fails for names of tags with a space or a slash",
    respond: failsFor(["putTag"], ({ parts: [, name = ""] }) => /[ /]/.test(name)),
  },
  {
    title: "fails for ids of runs that are not UUIDs",
    respond: failsFor(["getRun"], ({ parts: [, , id = ""] }) => !/^[\da-f-]{36}$/i.test(id)),
  },
  {
    title: "fails for runs without a body",
    respond: failsFor(["createRun"], ({ sent }) => Object.keys(sent).length === 0),
  },
  {
    title: "fails for descriptions that are not ASCII",
    respond: failsFor(["putSource"], ({ sent }) => /[^\0-\x7f]/.test(String(sent.description ?? ""))),
  },
  {
    title: "fails for jobs without inputs and outputs",
    respond: async (request, next, context) => {
      const response = await next();
      const { inputs, outputs } = asObject(sentIn(request, context).sent);
      const isEmpty = JSON.stringify([inputs, outputs]) === "[[],[]]";
      return context.operation === "putJob" && isSuccess(response) && isEmpty ? json(500, { code: 500 }) : response;
    },
  },
  {
    title: "accepts namespaces without an owner",
    ignores: ({ operation, keyword }) => operation === "putNamespace" && keyword === "required",
  },
  {
    title: "accepts numbers as owners of namespaces",
    ignores: ({ operation, keyword }) => operation === "putNamespace" && keyword === "type",
  },
  {
    title: "accepts jobs of an unknown type",
    ignores: ({ operation, keyword }) => operation === "putJob" && keyword === "enum",
  },
  {
    title: "accepts the same input of a job twice",
    ignores: ({ operation, keyword }) => operation === "putJob" && keyword === "uniqueItems",
  },
  {
    title: "accepts any time at which a run starts",
    ignores: ({ operation, place }) => operation === "startRun" && place === "at",
  },
  {
    title: "accepts ids of runs that are not UUIDs",
    ignores: ({ operation, place }) => operation === "createRun" && place === "/id",
  },
];
