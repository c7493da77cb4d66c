import type { Json } from "../../openapi/document.js";
import { valueAt } from "../../openapi/pointer.js";
import type { Given } from "../ask.js";
import { type Exchange, jsonOf } from "../exchange.js";

/** The value of a runtime expression (OpenAPI 3.1, 4.8.20.4) that speaks of the request body alone; else undefined. */
export function requestValue(expression: Json | undefined, body: Json): Json | undefined {
  if (typeof expression !== "string" || !expression.startsWith("$request.body")) return undefined;
  return valueAt(body, expression.slice("$request.body".length));
}

/**
 * The value of a constant or a runtime expression after an exchange.
 *
 * @returns undefined if the exchange does not have it
 */
export function expressionValue(
  expression: Json | undefined,
  sent: { parameters: readonly Given[]; body: Json | undefined },
  exchange: Exchange,
): Json | undefined {
  if (typeof expression !== "string" || !expression.startsWith("$")) return expression;
  const [, source = "", rest = ""] =
    /^\$(url|method|statusCode|request\.\w+|response\.\w+)(.*)$/.exec(expression) ?? [];
  switch (source) {
    case "url":
      return exchange.request.url;
    case "method":
      return exchange.request.method;
    case "statusCode":
      return exchange.status;
    case "request.body":
      return sent.body === undefined ? undefined : valueAt(sent.body, rest);
    case "response.body":
      return valueAt(jsonOf(exchange), rest);
    case "response.header":
      return exchange.headers.get(rest.slice(1)) ?? undefined;
    case "request.path":
    case "request.query":
    case "request.header":
      return sent.parameters.find(
        ({ parameter }) =>
          parameter.in === source.split(".")[1] && parameter.name.toLowerCase() === rest.slice(1).toLowerCase(),
      )?.value;
    default:
      return undefined;
  }
}
