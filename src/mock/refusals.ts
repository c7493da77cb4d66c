import type { IHttpRequest } from "@stoplight/prism-http";
import { DiagnosticSeverity } from "@stoplight/types";
import type { OpenApiDocument } from "../openapi/document.js";
import type { Operation, Parameter } from "../openapi/operation.js";
import { resolveReference } from "../openapi/reference.js";
import type { SchemaValidator } from "../openapi/validator.js";
import { isUnread, readingsOf, typesOf } from "./unread.js";

/** What is wrong with a request, in Prism's form. */
export interface Refusal {
  path: string[];
  code: string;
  message: string;
  severity: DiagnosticSeverity;
}

/**
 * What Prism lets through though the contract does not: exclusive parameters together, empty values, cookies, and lists
 * and objects in headers and paths.
 *
 * @param pathValues the values of the path's parameters
 */
export function refusals(
  document: OpenApiDocument,
  operation: Operation,
  request: IHttpRequest,
  pathValues: Record<string, string>,
  validator: SchemaValidator,
): Refusal[] {
  const query = request.url.query ?? {};
  const together = operation.mutuallyExclusive
    .map((names) => names.filter((name) => query[name] !== undefined))
    .filter((names) => names.length > 1)
    .map((names) =>
      refusal(["query", ...names], "mutually-exclusive", `parameters ${names.join(" and ")} cannot be combined`),
    );
  const wrong = (parameter: Parameter, value: unknown, but: string): Refusal[] =>
    validator.errors(parameter.schemaPointer, value).map(({ at, message, keyword }) => {
      const path = [parameter.in, parameter.name, ...at.split("/").slice(1)];
      const code = keyword.split("/").at(-1) ?? "";
      return refusal(path, code, `parameter ${path.slice(1).join(".")} ${but}${message}`);
    });
  const cookies = cookiesOf(request.headers?.cookie ?? "");
  const alone = operation.parameters.flatMap((parameter) => {
    const { name, in: place, schema, required } = parameter;
    if (schema === undefined) return [];
    if (place === "query") return query[name] === "" ? wrong(parameter, "", "is empty, but ") : [];
    const whole = resolveReference(document, schema, "#").node;
    if (place !== "cookie" && !isUnread(place, whole)) return [];
    const sent = { cookie: cookies.get(name), path: pathValues[name], header: request.headers?.[name.toLowerCase()] }[
      place
    ];
    // The properties of an object are cookies of their own, unless told otherwise (style form, exploded).
    if (place === "cookie" && parameter.mediaType === undefined && typesOf(whole).includes("object")) return [];
    if (sent !== undefined) {
      const faults = readingsOf(document, parameter, sent).map((reading) => wrong(parameter, reading, ""));
      return faults.some(({ length }) => length === 0) ? [] : (faults[0] ?? []);
    }
    return place === "cookie" && required ? [refusal([place, name], "required", `parameter ${name} is required`)] : [];
  });
  return [...together, ...alone];
}

function refusal(path: string[], code: string, what: string): Refusal {
  return { path, code, message: `Request ${path[0]} ${what}`, severity: DiagnosticSeverity.Error };
}

/** The cookies of a `Cookie` header (RFC 6265, 4.2.1), percent-decoded where they are percent-encoded. */
function cookiesOf(header: string): Map<string, string> {
  return new Map(
    header.split(";").flatMap((pair) => {
      const [name = "", ...rest] = pair.trim().split("=");
      return name === "" ? [] : [[name, decoded(rest.join("="))] as const];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
