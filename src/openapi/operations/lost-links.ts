import { suggestion } from "#cli/similar-name.js";
import type { Json, OpenApiDocument } from "../document/document.js";
import { parentOf, pointerNames, pointerTo } from "../document/pointer.js";
import { fieldsOf } from "../schema/fields.js";
import { type Link, linksOf } from "./links.js";
import type { MediaType, Operation } from "./operation.js";
import { operationsOf } from "./operations.js";

/** A part of a link that leads nowhere. */
export interface LostLink {
  pointer: string;
  /** A sentence about it, with the name that may be meant. */
  message: string;
  /** Whether the name of the place is meant, and not its value. */
  isName?: boolean;
}

/**
 * Finds the parts of links that lead nowhere (Link Object, OpenAPI 3.1, 4.8.20). They name operations, parameters, and fields
 * of bodies.
 *
 * @param document bundled
 */
export function lostLinks(document: OpenApiDocument): LostLink[] {
  const operations = operationsOf(document);
  const found = operations.flatMap((operation) =>
    operation.responses.flatMap((response) => {
      const bodies = { request: operation.requestBody?.content ?? [], response: response.content };
      return linksOf(document, response).flatMap((link): LostLink[] => {
        if (link.operationId === undefined) return [];
        const target = operations.find(({ operationId }) => operationId === link.operationId);
        if (!target) return [unknownOperation(link, link.operationId, operations)];
        const sources = Object.entries(link.parameters).flatMap(([name, expression]) => {
          const message = problemOf(document, expression, operation, bodies);
          return message === undefined ? [] : [{ pointer: pointerTo(link.pointer, "parameters", name), message }];
        });
        return [...unknownParameters(link, target), ...sources];
      });
    }),
  );
  // Operations may share a link.
  return [...new Map(found.map((lost) => [lost.pointer, lost])).values()];
}

function unknownOperation({ pointer }: Link, operationId: string, operations: readonly Operation[]): LostLink {
  const known = operations.flatMap((each) => each.operationId ?? []);
  const message = `There is no operation \`${operationId}\`. ${suggestion(operationId, known)}`;
  return { pointer: pointerTo(pointer, "operationId"), message };
}

function unknownParameters({ parameters, pointer }: Link, { id, parameters: known }: Operation): LostLink[] {
  const names = known.flatMap(({ name, in: place }) => [name, `${place}.${name}`]);
  return Object.keys(parameters).flatMap((name) => {
    if (names.includes(name)) return [];
    const plain = known.map((parameter) => parameter.name);
    const message = `The operation ${id} has no parameter \`${name}\`. ${suggestion(name, plain)}`;
    return [{ pointer: pointerTo(pointer, "parameters", name), message, isName: true }];
  });
}

/** Why a runtime expression (OpenAPI 3.1, 4.8.20.4) can have no value; undefined if it may have one. */
function problemOf(
  document: OpenApiDocument,
  expression: Json,
  { id, parameters }: Operation,
  bodies: Readonly<Record<"request" | "response", readonly MediaType[]>>,
): string | undefined {
  if (typeof expression !== "string") return undefined;
  const [, part, at = ""] = /^\$(request|response)\.body#(\/.*)$/.exec(expression) ?? [];
  if (part === "request" || part === "response") return unknownField(document, bodies[part], at, part);
  const [, place, name = ""] = /^\$request\.(path|query)\.(.+)$/.exec(expression) ?? [];
  const known = parameters.flatMap((parameter) => (parameter.in === place ? [parameter.name] : []));
  if (place === undefined || known.includes(name)) return undefined;
  return `The operation ${id} has no ${place} parameter \`${name}\`. ${suggestion(name, known)}`;
}

function unknownField(
  document: OpenApiDocument,
  contents: readonly MediaType[],
  pointer: string,
  part: string,
): string | undefined {
  const names = pointerNames(pointer).map((name) => (/^\d+$/.test(name) ? "*" : name));
  const at = pointerTo("", ...names);
  const fields = contents.flatMap(({ schemaPointer }) => fieldsOf(document, schemaPointer)).map((field) => field.at);
  const siblings = fields.filter((field) => field !== "" && parentOf(field) === parentOf(at));
  // An object whose fields are not described may have any.
  if (fields.includes(at) || siblings.length === 0) return undefined;
  const known = siblings.map((field) => pointerNames(field).at(-1) ?? "");
  return `No ${part} has a field at ${pointer}. ${suggestion(names.at(-1) ?? "", known)}`;
}
