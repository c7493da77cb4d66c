import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { similarName, suggestion } from "#cli/similar-name.js";
import { asObject, type OpenApiDocument } from "../document/document.js";
import { DocumentError } from "../document/document-error.js";
import { pointerTo } from "../document/pointer.js";
import type { Operation } from "../operations/operation.js";
import { operationsOf } from "../operations/operations.js";
import type { Extension, ExtensionDefect } from "./extension.js";
import { type Found, findExtensions } from "./find-extensions.js";
import { EXTENSIONS } from "./registry.js";

/**
 * Finds what is wrong with our extensions in a document: their form, their places, and what they name. Extensions of others
 * are left alone, unless their names resemble ours.
 *
 * @param document bundled
 * @throws UserError if a reference of the document leads nowhere
 */
export function extensionDefects(document: OpenApiDocument): ExtensionDefect[] {
  const extensions = findExtensions(document);
  const ours = extensions.filter(({ name }) => EXTENSIONS.some((extension) => extension.name === name));
  const operations = ours.length > 0 ? operationsOf(document) : [];
  const users = usersOf(operations);
  const isOwn = ours.some(({ name }) => OWN_NAMES.has(name));
  return extensions.flatMap((stated) => {
    const extension = EXTENSIONS.find(({ name }) => name === stated.name);
    if (!extension) return misspelled(stated);
    const misplaced = extension.on !== "any" && extension.on !== stated.on;
    const wrong = formDefects(extension, stated);
    // A field of the same name elsewhere may be of others, if its form is another one.
    // Others have extensions of the same names: `x-examples` of Stoplight, and `x-pagination` of Datadog with `limitParam`.
    const isForeign = (extension.isShared && !isOwn) || (!misplaced && sharesNoField(extension, stated));
    const marked = (defects: ExtensionDefect[]) =>
      isForeign ? defects.map((defect) => ({ ...defect, mayBeForeign: true })) : defects;
    if (misplaced) return wrong.length > 0 ? [] : marked([misplacedDefect(extension, stated)]);
    if (wrong.length > 0) return marked(wrong);
    const place = { document, operations, users: users.get(stated.owner) ?? [], ...stated };
    return extension.contradictions?.(place) ?? [];
  });
}

/** The names of the extensions that others do not use. */
const OWN_NAMES: ReadonlySet<string> = new Set(EXTENSIONS.flatMap(({ name, isShared }) => (isShared ? [] : [name])));

/** Whether a document has an extension of this project whose name others do not use. */
export function hasOwnExtensions(document: OpenApiDocument): boolean {
  return findExtensions(document).some(({ name }) => OWN_NAMES.has(name));
}

/** The operations by the places of what extensions extend: of themselves, of their parameters and of their responses. */
function usersOf(operations: readonly Operation[]): Map<string, Operation[]> {
  const users = new Map<string, Operation[]>();
  for (const operation of operations) {
    const { pointer, parameters, responses } = operation;
    for (const place of new Set([pointer, ...[...parameters, ...responses].map((part) => part.pointer)])) {
      const placeUsers = users.get(place);
      if (placeUsers) placeUsers.push(operation);
      else users.set(place, [operation]);
    }
  }
  return users;
}

/** Documents that were found to be right. */
const accepted = new WeakSet<OpenApiDocument>();

/**
 * Spares the check of a document that `generate` has checked. Compiling the schemas of extensions takes long in a short run.
 */
export function trustExtensions(document: OpenApiDocument): void {
  accepted.add(document);
}

/**
 * Refuses a document whose extensions contradict it.
 *
 * @param shown the document as messages name it
 * @throws DocumentError with all defects, a line each
 */
export function requireExtensions(document: OpenApiDocument, shown: string): void {
  if (accepted.has(document)) return;
  const defects = extensionDefects(document).filter(({ mayBeForeign }) => !mayBeForeign);
  if (defects.length > 0) {
    throw new DocumentError(defects.map(({ pointer, message }) => `${shown} at ${pointer}: ${message}`).join("\n"));
  }
  accepted.add(document);
}

/** Names that others use, and that resemble ours: Schemathesis and Dredd have `x-example`. */
const FOREIGN = ["x-example"];

function misspelled({ name, value, pointer, on }: Found): ExtensionDefect[] {
  const names = EXTENSIONS.map((known) => known.name);
  const meant = FOREIGN.includes(name) ? undefined : similarName(name, names);
  const extension = EXTENSIONS.find((known) => known.name === meant);
  if (!extension || !hasTypeOf(extension, value)) return [];
  const message = `\`${name}\` is not an extension of this project. Did you mean \`${meant}\`?`;
  const isElsewhere = extension.on !== "any" && extension.on !== on;
  return [{ pointer, message, isName: true, ...(isElsewhere && { mayBeForeign: true }) }];
}

/** Whether a value has fields, and none of those of the extension. */
function sharesNoField({ schema }: Extension, { value }: Found): boolean {
  const names = Object.keys(asObject(value));
  const fields = asObject(schema.properties);
  return names.length > 0 && Object.keys(fields).length > 0 && !names.some((name) => Object.hasOwn(fields, name));
}

function hasTypeOf({ schema: { type } }: Extension, value: unknown): boolean {
  return type === (Array.isArray(value) ? "array" : typeof value);
}

function misplacedDefect({ name, on }: Extension, { pointer }: Found): ExtensionDefect {
  const article = on === "operation" ? "an" : "a";
  return { pointer, message: `\`${name}\` has no effect here. It belongs to ${article} ${on}.` };
}

let ajv: Ajv2020 | undefined;
const compiled = new Map<Extension, ValidateFunction>();

function formDefects(extension: Extension, { value, pointer }: Found): ExtensionDefect[] {
  ajv ??= new Ajv2020({ strict: false, allErrors: true, verbose: true, validateSchema: false });
  const validate = compiled.get(extension) ?? ajv.compile(extension.schema);
  compiled.set(extension, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => formDefect(error, pointer));
}

function formDefect({ instancePath, keyword, params, message, parentSchema }: ErrorObject, pointer: string) {
  const at = pointer + instancePath;
  if (keyword === "additionalProperties") {
    const name = String(params.additionalProperty);
    const names = Object.keys(parentSchema?.properties ?? {});
    return { pointer: pointerTo(at, name), message: `There is no member \`${name}\`. ${suggestion(name, names)}` };
  }
  if (keyword === "required") return { pointer: at, message: `It lacks \`${params.missingProperty}\`.` };
  const values = keyword === "enum" ? `: ${params.allowedValues.join(", ")}` : "";
  return { pointer: at, message: `It ${message}${values}.` };
}
