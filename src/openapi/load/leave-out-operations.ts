import { asObject, type OpenApiDocument } from "../document/document.js";
import { parentOf, pointerNames, valueAt } from "../document/pointer.js";
import type { DocumentWarning } from "../document/warning.js";
import { operationsOf } from "../operations/operations.js";
import { templateNames } from "../operations/template-names.js";

/**
 * Removes the operations to which no request can be written, in place: their path has a parameter that is not declared, or an
 * earlier path differs from it in the names of parameters only (Paths Object, OpenAPI 3.1, 4.8.8.2).
 */
export function leaveOutOperations(document: OpenApiDocument): DocumentWarning[] {
  const paths = new Map<string, string>();
  const warnings = operationsOf(document).flatMap(({ id, path, method, pointer, parameters }) => {
    const declared = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
    const missing = templateNames(path).filter((name) => !declared.includes(name));
    const key = `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
    const earlier = paths.get(key);
    if (missing.length === 0 && earlier === undefined) {
      paths.set(key, path);
      return [];
    }
    delete asObject(valueAt(document, parentOf(pointer)))[pointerNames(pointer).at(-1) ?? ""];
    if (missing.length === 0) {
      const message = `${earlier} is the same path, with another name of a parameter. The operation is left out.`;
      return [{ pointer, message, isLoss: true, operation: id }];
    }
    const shown = missing.map((name) => `{${name}}`).join(" and ");
    const verb = missing.length === 1 ? "is not declared as a parameter" : "are not declared as parameters";
    const message = `the path has ${shown}, which ${verb}. The operation is left out.`;
    return [{ pointer, message, isLoss: true, operation: id }];
  });
  if (warnings.length > 0) operationsOf.forget(document);
  return warnings;
}
