import type { Json } from "../../openapi/document.js";
import { valueAt } from "../../openapi/pointer.js";
import { type Exchange, jsonOf, shownUrl } from "../model/exchange.js";
import { type RequestSpec, structuredBody } from "../model/request-spec.js";

/** The value of a runtime expression (OpenAPI 3.1, 4.8.20.4) that names the request body alone; undefined for any other. */
export function requestBodyValue(expression: Json | undefined, body: Json): Json | undefined {
  if (typeof expression !== "string" || !expression.startsWith("$request.body")) return undefined;
  return valueAt(body, expression.slice("$request.body".length));
}

/**
 * The value of a constant or of a runtime expression (OpenAPI 3.1, 4.8.20.4) after an exchange.
 *
 * @returns undefined if the exchange does not have it
 */
export function expressionValue(expression: Json | undefined, spec: RequestSpec, exchange: Exchange): Json | undefined {
  if (typeof expression !== "string" || !expression.startsWith("$")) return expression;
  const [, source = "", rest = ""] =
    /^\$(url|method|statusCode|request\.\w+|response\.\w+)(.*)$/.exec(expression) ?? [];
  switch (source) {
    case "url":
      return shownUrl(exchange.request);
    case "method":
      return exchange.request.method;
    case "statusCode":
      return exchange.status;
    case "request.body": {
      const body = structuredBody(spec);
      return body === undefined ? undefined : valueAt(body, rest);
    }
    case "response.body":
      return valueAt(jsonOf(exchange), rest);
    case "response.header":
      return exchange.headers.get(rest.slice(1)) ?? undefined;
    case "request.path":
    case "request.query":
    case "request.header":
      return spec.parameters.find(
        ({ parameter }) =>
          parameter.in === source.split(".")[1] && parameter.name.toLowerCase() === rest.slice(1).toLowerCase(),
      )?.value;
    default:
      return undefined;
  }
}
