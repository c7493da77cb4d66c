import { HttpResponse, type HttpResponseResolver } from "msw";
import { pause } from "#client/sending/time-limit.js";
import { preferredDelay } from "#conditions/preferred-delay.js";
import { chooseOffer } from "#http/negotiate.js";
import { PROBLEM_TYPE, problemDetails } from "#http/problem.js";
import { inputOf, readRequest, violationText } from "#http/request/read-request.js";
import type { Route } from "#http/routes.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { responseFor } from "#openapi/operations/status.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import { bodyText } from "../responder/body-text.js";
import { CHOICE_HEADER, rejectionText, withReasons } from "../responder/choosing/choice.js";
import { documentedOperation } from "../responder/choosing/documented.js";
import { readPreferences } from "../responder/choosing/preferences.js";
import { Refusal } from "../responder/errors/refusal.js";
import { rejectionStatuses } from "../responder/errors/rejection-statuses.js";
import { WITHOUT_CONTENT } from "../responder/errors/undocumented-status.js";
import type { MockedResponse } from "../responder/mocked-response.js";
import type { Responder } from "../responder/responder.js";
import { lackedKey, sentKeys } from "../responder/sent-keys.js";
import type { AnyOverride, AnyReply } from "./reply.js";

/**
 * Makes the function that responds to the requests of one operation. A request that violates the contract gets the documented
 * error, or a problem (RFC 9457). Otherwise, the override decides, or else the mock.
 */
export function resolverFor(
  document: OpenApiDocument,
  { operation, valuesOf }: Route,
  { validator, responder }: { validator: SchemaValidator; responder: Responder },
  override: AnyOverride | undefined,
): HttpResponseResolver {
  const documented = documentedOperation(document, operation);
  const schemes = securitySchemes(document);
  const written = (response: MockedResponse | Refusal) =>
    response instanceof Refusal
      ? problem(response, responder.errorHeaders(documented, response.status))
      : responseOf(response);

  const respond = async (
    { request, cookies }: Pick<Parameters<HttpResponseResolver>[0], "cookies" | "request">,
    url: URL,
    path: Readonly<Record<string, string>>,
  ) => {
    const preferred = readPreferences(
      request.headers.get("prefer") ?? undefined,
      (name) => url.searchParams.get(name) ?? undefined,
    );
    if (preferred instanceof Refusal) return problem(preferred, {});
    // The override may read the body as well.
    const bytes = new Uint8Array(await request.clone().arrayBuffer());
    const body = new TextDecoder().decode(bytes);
    const received = { path, query: url.searchParams, headers: request.headers, cookies, body };
    const keys = sentKeys(operation.security, schemes, received);
    const reading = readRequest(document, operation, received, validator);
    const { violations } = reading;
    const accept = request.headers.get("accept") ?? undefined;
    const content = { type: request.headers.get("content-type") ?? "", bytes };
    const origin = { tenant: "", address: url, content, range: request.headers.get("range") ?? undefined };
    const asked = { reading, accept, preferred, origin };
    const reject = (statuses: readonly [number, ...number[]], reason: string) => {
      const documentedError = responder.reject(documented, asked, statuses, `${reason}.`);
      return written(documentedError ?? rejection(operation, statuses[0], reason));
    };
    if (!keys) return reject([401], lackedKey(request.headers));
    if (violations.length > 0) {
      return reject(rejectionStatuses(violations), violations.map(violationText).join("; "));
    }
    const own = typeof override === "function" ? await override(inputOf(reading), request) : override;
    if (own) return overriding(document, operation, own, accept);
    return written(responder.respond(documented, asked));
  };

  return async (info) => {
    const { request } = info;
    const url = new URL(request.url);
    const path = valuesOf(url);
    if (!path) return undefined;
    const delay = preferredDelay(request.headers.get("prefer") ?? "");
    if (delay && "status" in delay) return problem(delay, {});
    if (delay) await pause(delay.milliseconds, request.signal);
    const response = await respond(info, url, path);
    if (delay) response.headers.set(CHOICE_HEADER, withReasons([delay.choice], response.headers.get(CHOICE_HEADER)));
    return response;
  };
}

function responseOf({ statusCode: status, headers = {}, body }: MockedResponse) {
  const sent = WITHOUT_CONTENT.includes(status) ? undefined : body;
  const content = sent instanceof Uint8Array ? new Uint8Array(sent) : typeof sent === "string" ? sent : null;
  return new HttpResponse<string | Uint8Array<ArrayBuffer> | null>(content, { status, headers });
}

/** The response of an override. Without a media type of its own, it has the documented one that the client prefers. */
function overriding(
  document: OpenApiDocument,
  operation: Operation,
  { status, body, headers }: AnyReply,
  accept: string | undefined,
): HttpResponse<string | null> {
  const all = new Headers(headers);
  if (body === undefined) return new HttpResponse(null, { status, headers: all });
  const content = responseFor(operation, status)?.content ?? [];
  const chosen = chooseOffer(content, accept) ?? chooseOffer(content, undefined);
  const type = all.get("content-type") ?? chosen?.type ?? "application/json";
  all.set("content-type", type);
  return new HttpResponse(bodyText(document, valueAt(body, "") ?? null, type, chosen?.content), {
    status,
    headers: all,
  });
}

/** Why a request that violates the contract is rejected. */
function rejection(operation: Operation, status: number, reason: string): Refusal {
  const sent = `${operation.method.toUpperCase()} ${writtenPath(operation)}`;
  return new Refusal(status, "The request violates the contract", `${sent}: ${reason}.`);
}

function problem(
  { status, title, detail, headers }: Pick<Refusal, "detail" | "headers" | "status" | "title">,
  documented: Record<string, string>,
): HttpResponse<string> {
  const body = JSON.stringify(problemDetails(status, title, detail));
  const own = { "content-type": PROBLEM_TYPE, [CHOICE_HEADER]: rejectionText(status) };
  return new HttpResponse(body, { status, headers: { ...documented, ...own, ...headers } });
}
