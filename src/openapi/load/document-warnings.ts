import { asList, asObject, asText, isObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { resolveReference } from "../document/reference.js";
import { mayHaveContent } from "../operations/methods.js";
import type { Operation } from "../operations/operation.js";
import { operationsOf } from "../operations/operations.js";
import { templateNames } from "../operations/template-names.js";
import { isPattern } from "../schema/pattern.js";
import { findSchemas } from "../upgrade/find-schemas.js";
import type { DocumentWarning } from "./warning.js";

/** The defects of operations that readers do without. */
export function documentWarnings(document: OpenApiDocument): DocumentWarning[] {
  const ofOperations = operationsOf(document).flatMap((operation) => [
    ...forbiddenContent(document, operation),
    ...pathParameters(document, operation),
  ]);
  return [...ofOperations, ...patternsWithoutUnicode(document)];
}

/** Patterns that are valid only without the flag `u`, which JSON Schema recommends (Core, 6.4). */
function patternsWithoutUnicode(document: OpenApiDocument): DocumentWarning[] {
  const found = new Set<string>();
  for (const { pattern } of findSchemas(document)) {
    if (typeof pattern === "string" && !isPattern(pattern, "u") && isPattern(pattern, "")) found.add(pattern);
  }
  return [...found].map((pattern) => ({
    pointer: "#",
    message: `the pattern ${JSON.stringify(pattern)} is valid only without Unicode. It is matched without it.`,
  }));
}

/** Responses whose content HTTP forbids (RFC 9110, 6.4.1). */
function forbiddenContent(document: OpenApiDocument, { method, responses }: Operation): DocumentWarning[] {
  return responses.flatMap(({ status, pointer }) => {
    const node = valueAt(document, pointer);
    if (mayHaveContent(method, status) || !isObject(node) || node.content === undefined) return [];
    const subject = method === "head" ? "a response to HEAD" : `a response with status ${status}`;
    return [{ pointer: pointerTo(pointer, "content"), message: `${subject} has no content. It is ignored.` }];
  });
}

/** Path parameters that the template lacks, and the reverse (Path Item Object, OpenAPI 3.1, 4.8.9). */
function pathParameters(document: OpenApiDocument, { path, pointer, parameters }: Operation): DocumentWarning[] {
  const names = templateNames(path);
  const declared = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  const undeclared = names.filter((name) => !declared.includes(name));
  const extra = declaredInPath(document, pointer).filter((name) => !names.includes(name));
  return [
    ...undeclared.map((name) => ({
      pointer,
      message: `the path has {${name}}, which is not declared as a parameter. The operation is not tested.`,
    })),
    ...extra.map((name) => ({
      pointer,
      message: `the path parameter ${name} is not in the path. It is ignored.`,
    })),
  ];
}

/** The names of all path parameters that an operation and its path declare. */
function declaredInPath(document: OpenApiDocument, pointer: string): string[] {
  const owners = [pointer.slice(0, pointer.lastIndexOf("/")), pointer].map((place) =>
    asObject(valueAt(document, place)),
  );
  return owners
    .flatMap(({ parameters }) => asList(parameters))
    .map((parameter) => resolveReference(document, parameter, pointer).node)
    .flatMap((node) => (node.in === "path" ? [asText(node.name) ?? ""] : []));
}
