import { STATUS_CODES } from "node:http";
import type { IHttpRequest, IHttpResponse } from "@stoplight/prism-http";
import { DiagnosticSeverity } from "@stoplight/types";
import { PROBLEM_TYPE, problemDetails } from "#http/problem.js";
import { cookiesOf } from "#http/request/cookies.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { SecurityScheme } from "#openapi/operations/security.js";
import { responseFor } from "#openapi/operations/status.js";
import { withChoice } from "../responder/choice.js";
import type { Responder } from "../responder/responder.js";
import type { Asked } from "../responder/response-plan.js";
import { hasKnownKey, sentKeys } from "../responder/sent-keys.js";
import { type OperationLookup, searchParamsOf } from "./documented-operations.js";
import { type Mocker, outcomeOf } from "./outcome.js";
import { rejection } from "./rejection.js";

/** Makes the component that creates responses, in place of Prism's own: the responder decides, as for handlers of MSW. */
export function responseCreator(
  lookup: OperationLookup,
  responder: Responder,
  { keepsState, keys, schemes }: CreatorOptions,
): Mocker {
  return ({ resource, input, config }) => {
    const documented = lookup(resource);
    const sent = sentKeys(documented.operation.security, schemes, partsOf(input.data));
    const { operation } = documented;
    const { code, exampleKey, dynamic, seed } = config;
    const preferred = { code, exampleKey, dynamic, seed };
    const origin = keepsState ? { tenant: keys && sent ? sent.join() : "", address: addressOf(input.data) } : undefined;
    const asked = { reading: documented.read(input.data), accept: acceptOf(input.data), preferred, origin };
    if (!hasKnownKey(sent, keys))
      return () => rejection(responder, documented, asked, { ...input, validations: [UNKNOWN_KEY] });
    if (input.validations.some(({ severity }) => severity === DiagnosticSeverity.Error)) {
      return () => rejection(responder, documented, asked, input);
    }
    const isUndocumented = code !== undefined && exampleKey === undefined && !responseFor(operation, code);
    const response = isUndocumented ? undocumentedResponse(operation, code) : responder.respond(documented, asked);
    return () => outcomeOf(response, (dynamic && seed === undefined) || origin !== undefined);
  };
}

/** What a mock knows beside the document. */
export interface CreatorOptions {
  keepsState: boolean;
  /** The keys that it accepts: each has data of its own. Undefined for any key, and one set of data. */
  keys: readonly string[] | undefined;
  schemes: Readonly<Record<string, SecurityScheme>>;
}

/** A key that the mock does not know is rejected like a missing one. */
const UNKNOWN_KEY = { code: 401, message: "The key is unknown", severity: DiagnosticSeverity.Error, tags: [] };

function addressOf({ url }: IHttpRequest): NonNullable<Asked["origin"]>["address"] {
  return { pathname: url.path, searchParams: searchParamsOf(url) };
}

function partsOf({ headers, url }: IHttpRequest) {
  const all = new Headers(headers);
  return { query: searchParamsOf(url), headers: all, cookies: cookiesOf(all.get("cookie")) };
}

function acceptOf({ headers = {} }: IHttpRequest): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "accept")?.[1];
}

/** A response with a status that the contract does not document, for example of a gateway: a problem (RFC 9457). */
function undocumentedResponse({ id }: Operation, status: number): IHttpResponse {
  const choice = { preferred: { code: status }, matching: undefined, isExample: true };
  // Neither status has content (RFC 9110, 15.3.6 and 15.4.5).
  if ([204, 205, 304].includes(status)) return withChoice({ statusCode: status, headers: {} }, choice);
  const headers = { "content-type": PROBLEM_TYPE };
  const title = STATUS_CODES[status] ?? `Status ${status}`;
  const detail = `The contract does not document ${status} for ${id}. The request preferred it.`;
  return withChoice({ statusCode: status, headers, body: problemDetails(status, title, detail) }, choice);
}
