import { allNames } from "#cli/names-text.js";
import { asList, asObject, type OpenApiDocument } from "../document/document.js";
import { parentOf, pointerNames, valueAt } from "../document/pointer.js";
import type { DocumentWarning } from "../document/warning.js";
import { operationsOf } from "../operations/operations.js";
import { templateNames } from "../operations/template-names.js";

/**
 * Declares the path parameters that operations lack, in place. Each is a required text, because the path has it (Path
 * Templating, OpenAPI 3.1, 4.8.8.2).
 */
export function declarePathParameters(document: OpenApiDocument): DocumentWarning[] {
  const warnings = operationsOf(document).flatMap(({ path, pointer, parameters }) => {
    const declared = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
    const missing = templateNames(path).filter((name) => !declared.includes(name));
    if (missing.length === 0) return [];
    const node = asObject(valueAt(document, pointer));
    const added = missing.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
    node.parameters = [...asList(node.parameters), ...added];
    const shown = allNames(missing.map((name) => `{${name}}`));
    const verb =
      missing.length === 1 ? "is not declared as a parameter. It is" : "are not declared as parameters. Each is";
    return [{ pointer, message: `the path has ${shown}, which ${verb} read as a required text.` }];
  });
  if (warnings.length > 0) operationsOf.forget(document);
  return warnings;
}

/**
 * Removes the operations that no request reaches, in place. An earlier path differs from theirs in the names of parameters
 * only (Paths Object, OpenAPI 3.1, 4.8.8). Types and clients have them all the same.
 */
export function leaveOutTwins(document: OpenApiDocument): DocumentWarning[] {
  const paths = new Map<string, string>();
  const warnings = operationsOf(document).flatMap(({ id, path, method, pointer }) => {
    const key = `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
    const earlier = paths.get(key);
    if (earlier === undefined) {
      paths.set(key, path);
      return [];
    }
    delete asObject(valueAt(document, parentOf(pointer)))[pointerNames(pointer).at(-1) ?? ""];
    const message = `${earlier} is the same path, with another name of a parameter. The operation is left out.`;
    return [{ pointer, message, isLoss: true, operation: id }];
  });
  if (warnings.length > 0) operationsOf.forget(document);
  return warnings;
}
