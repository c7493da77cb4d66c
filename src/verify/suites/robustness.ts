import { isJson } from "#http/media-type.js";
import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isServerError } from "../model/request/exchange.js";
import { anyResponse } from "../model/request/expectation.js";
import { GENERATED, type RequestSpec, structuredBody } from "../model/request/request-spec.js";
import { successExample } from "../requests/known-values.js";
import { requireAllowedRequest } from "../resources/valid-request.js";
import { type Suite, testCase } from "./suite.js";

/** An unusual change of a valid request that no document describes. It may be rejected or ignored. */
interface UnusualRequest {
  what: string;
  change(request: RequestSpec): RequestSpec;
}

/** Characters: more than any field holds, and less than servers refuse to read. */
const LONG = 3000;

/** Unusual requests cause no server error. */
export const robustness: Suite = (_, operation) => {
  const unusual = [...unusualQueries(operation), ...unusualBodies(operation)];
  if (unusual.length === 0) return [];
  return [
    testCase("robustness", operation, `responds to ${unusual.map(({ what }) => what).join(", ")}`, {
      isolated: true,
      async run(context) {
        for (const { what, change } of unusual) {
          const request = change(await requireAllowedRequest(context, operation));
          const exchange = await context.send(request);
          // The document need not list the status of such a request.
          if (isServerError(exchange))
            await context.check(request, anyResponse(operation, what, { part: what, what }), exchange);
        }
      },
    }),
  ];
};

function unusualQueries({ method, paging, parameters }: Operation): UnusualRequest[] {
  const first = parameters.find((parameter) => parameter.in === "query");
  if (method !== "get" || !first) return [];
  const cursor = paging?.next?.kind === "item" ? paging.next.parameter : undefined;
  const withParameter = (what: string, parameter: Parameter, value: Json): UnusualRequest => ({
    what,
    change: (request) => ({ ...request, parameters: [...request.parameters, { parameter, value, source: GENERATED }] }),
  });
  const unknown: Parameter = { ...first, name: "no_such_parameter", schema: true, style: "form" };
  return [
    withParameter("an unknown parameter", unknown, "1"),
    ...(cursor ? [withParameter(`a malformed ${cursor.name}`, cursor, "no cursor'\0\"")] : []),
  ];
}

function unusualBodies(operation: Operation): UnusualRequest[] {
  const body = successExample(operation)?.body;
  if (!body || !isJson(body.mediaType.name) || !isObject(body.value)) return [];
  const type = body.mediaType.name;
  const [textField] = Object.entries(body.value).flatMap(([name, value]) => (typeof value === "string" ? [name] : []));
  const withChange = (what: string, change: (value: JsonObject) => JsonObject): UnusualRequest => ({
    what,
    change: (request) => {
      const value = structuredBody(request);
      return isObject(value) ? { ...request, body: { type, value: change(value), source: GENERATED } } : request;
    },
  });
  const unknownField = withChange("an unknown field", (value) => ({
    ...value,
    no_such_field: { nested: [null, true] },
  }));
  if (textField === undefined) return [unknownField];
  const longText = `${"a".repeat(LONG)}@example.com`;
  return [
    unknownField,
    withChange(`a ${textField} of ${LONG} characters`, (value) => ({ ...value, [textField]: longText })),
  ];
}
