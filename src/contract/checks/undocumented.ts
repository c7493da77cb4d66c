import { covers, isJson } from "../../http/media-type.js";
import { asObject, isObject, type Json, type OpenApiDocument } from "../../openapi/document.js";
import type { Operation } from "../../openapi/operation.js";
import { compilePattern } from "../../openapi/pattern.js";
import { pointerTo, valueAt } from "../../openapi/pointer.js";
import { schemasAt } from "../../openapi/schemas-at.js";
import { responseFor } from "../../openapi/status.js";
import type { Exchange } from "../exchange.js";
import { readJson } from "./check.js";

/** A field of an answer that the document does not have. */
export interface ExtraField {
  /** JSON pointer into the body, with `*` for the place in a list. */
  at: string;
  /** Where the schema stands that lacks it. */
  pointer: string;
  /** Open points that are noted at that schema. */
  ids: string[];
}

/** How many items of a list are looked at: what one has, the others are likely to have too. */
const ITEMS = 3;

/** The fields of an answer that no schema describes, each once. An object without described fields is free to hold any. */
export function undocumentedFields(document: OpenApiDocument, operation: Operation, exchange: Exchange): ExtraField[] {
  const type = exchange.headers.get("content-type") ?? "";
  const described = responseFor(operation, exchange.status)?.content.find(({ name }) => covers(name, type));
  const body = isJson(type) ? readJson(exchange.body) : undefined;
  if (!described || described.schema === undefined || !body) return [];
  const found = new Map<string, ExtraField>();
  const walk = (value: Json | undefined, at: string): void => {
    if (Array.isArray(value)) {
      for (const [index, each] of value.slice(0, ITEMS).entries()) walk(each, pointerTo(at, index));
    }
    if (!isObject(value)) return;
    const schemas = schemasAt(document, described.schemaPointer, at).at(-1) ?? [];
    const nodes = schemas.map((pointer) => ({ pointer, node: asObject(valueAt(document, pointer)) }));
    const owner = nodes.find(({ node }) => isObject(node.properties));
    const free = nodes.some(({ node }) => node.additionalProperties === true || isObject(node.additionalProperties));
    for (const [name, member] of Object.entries(value)) {
      const known = nodes.some(
        ({ node }) =>
          Object.hasOwn(asObject(node.properties), name) ||
          Object.keys(asObject(node.patternProperties)).some((pattern) => compilePattern(pattern).test(name)),
      );
      if (owner && !known && !free) {
        const shown = pointerTo(at, name).replace(/\/\d+(?=\/|$)/g, "/*");
        const ids = nodes.flatMap(({ node }) => Object.keys(asObject(node["x-unspecified"])));
        found.set(shown, { at: shown, pointer: owner.pointer, ids });
      } else walk(member, pointerTo(at, name));
    }
  };
  walk(body.value as Json, "");
  return [...found.values()];
}
