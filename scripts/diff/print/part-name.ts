import { asObject, asText, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { METHODS } from "#openapi/operations/operation.js";

/** A part of a document, as people call it. */
export interface PartName {
  /** `operation`, `schema`, `query parameter` … */
  kind: string;
  /** Its name, in backticks: `` `DELETE /things/{id}` (deleteThing, beta) ``. */
  name: string;
  /** The name without that of the component that has it (default: the whole name). */
  bareName?: string;
}

/** The kinds of parts that are members of a map or a list of this name. */
const MEMBERS: Readonly<Record<string, string>> = {
  callbacks: "callback",
  content: "media type",
  encoding: "encoding",
  examples: "example",
  headers: "header",
  links: "link",
  parameters: "parameter",
  pathItems: "path",
  paths: "path",
  properties: "property",
  requestBodies: "request body",
  responses: "response",
  schemas: "schema",
  securitySchemes: "security scheme",
  servers: "server",
  tags: "tag",
  webhooks: "webhook",
};

/** The last part with a name on the way to a place, and the keyword in that part that the place is; empty for the whole part. */
export function partAt(
  document: OpenApiDocument,
  pointer: string,
): { part: PartName | undefined; keyword: string | undefined } {
  const names = pointerNames(pointer);
  for (let length = names.length; length > 0; length -= 1) {
    const part = namedPart(document, names.slice(0, length));
    if (part) return { part, keyword: length === names.length ? undefined : names.at(-1) };
  }
  return { part: undefined, keyword: names.at(-1) };
}

/** The name of an operation. */
export function operationNameAt(document: OpenApiDocument, pointer: string): string {
  return operationName(pointerNames(pointer), valueAt(document, pointer)).name;
}

function namedPart(document: OpenApiDocument, names: readonly string[]): PartName | undefined {
  const [own = "", map = "", before] = names.toReversed();
  const value = asObject(valueAt(document, pointerTo("#", ...names)));
  const isPath = before === "paths" || before === "webhooks" || before === "pathItems";
  if (isPath && METHODS.some((method) => method === own)) return operationName(names, value);
  const kind = MEMBERS[map];
  // A schema may have a property of the name of a map: `properties` of `properties`.
  const isProperty = before === "properties" && map !== "properties";
  if (kind === undefined || isProperty) return undefined;
  const { node } = resolveReference(document, value, pointerTo("#", ...names));
  if (kind === "parameter")
    return { kind: `${asText(node.in) ?? ""} parameter`.trim(), name: quoted(asText(node.name) ?? own) };
  if (kind === "server") return { kind, name: quoted(asText(node.url) ?? own) };
  if (kind === "tag") return { kind, name: quoted(asText(node.name) ?? own) };
  if (kind === "property") return { kind, name: `${quoted(own)}${ownerOf(names)}`, bareName: quoted(own) };
  return { kind, name: quoted(own) };
}

function operationName(names: readonly string[], value: unknown): PartName {
  const [method = "", path = ""] = names.toReversed();
  const node: JsonObject = asObject(value);
  const details = [asText(node.operationId), asText(node["x-stability-level"])].filter((fact) => fact !== undefined);
  const name = quoted(`${method.toUpperCase()} ${path}`);
  return { kind: "operation", name: details.length === 0 ? name : `${name} (${details.join(", ")})` };
}

/** The component that has a property: `` of `Thing` ``. */
function ownerOf(names: readonly string[]): string {
  return names[0] === "components" && names[1] === "schemas" && names[2] !== undefined ? ` of ${quoted(names[2])}` : "";
}

function quoted(text: string): string {
  return `\`${text}\``;
}
