import type { IHttpRequest } from "@stoplight/prism-http";
import { DiagnosticSeverity } from "@stoplight/types";
import type { Operation } from "../openapi/operation.js";
import type { SchemaValidator } from "../openapi/validator.js";

/** What is wrong with a request, in Prism's form. */
export interface Refusal {
  path: string[];
  code: string;
  message: string;
  severity: DiagnosticSeverity;
}

/** What Prism lets through though the contract does not: exclusive parameters together, and empty values. */
export function refusals(operation: Operation, request: IHttpRequest, validator: SchemaValidator): Refusal[] {
  const query = request.url.query ?? {};
  const together = operation.mutuallyExclusive
    .map((names) => names.filter((name) => query[name] !== undefined))
    .filter((names) => names.length > 1)
    .map((names) => ({
      path: ["query", ...names],
      code: "mutually-exclusive",
      message: `Request query parameters ${names.join(" and ")} cannot be combined`,
      severity: DiagnosticSeverity.Error,
    }));
  const empty = operation.parameters.flatMap(({ name, in: place, schema, schemaPointer }) => {
    if (place !== "query" || query[name] !== "" || schema === undefined) return [];
    return validator.errors(schemaPointer, "").map(({ message, keyword }) => ({
      path: ["query", name],
      code: keyword.split("/").at(-1) ?? "",
      message: `Request query parameter ${name} is empty, but ${message}`,
      severity: DiagnosticSeverity.Error,
    }));
  });
  return [...together, ...empty];
}
