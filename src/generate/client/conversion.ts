import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type Schemas, schemasOf } from "../schemas/schemas-file.js";
import { areConverted, hasDigits, type ValueTypes } from "../types/value-types.js";

/** How the code of a document converts values: the exports of `schemas.ts` that it uses. */
export interface Conversion extends Pick<Schemas, "items" | "sent"> {
  types: ValueTypes;
  /** Whether values become others, so that responses are always read by their schemas. */
  isNeeded: boolean;
}

/** The conversion for these types. It reads no schema where nothing is converted. */
export function conversionOf(document: OpenApiDocument, types: ValueTypes): Conversion {
  const isNeeded = areConverted(types);
  const { items, sent } = isNeeded ? schemasOf(document, "", types) : { items: new Map(), sent: new Map() };
  return { types, isNeeded, items, sent };
}

/** How an operation reads and writes JSON, as code; undefined for `JSON`. */
export function jsonCodec({ types, sent }: Conversion, operation: Operation): string | undefined {
  return hasDigits(types) ? `schemas.${sent.get(keyOf(operation)) ?? "exactJson"}` : undefined;
}

/** How an operation reads the items of a sequence, as code; undefined if they are as JSON has them. */
export function itemReader({ items }: Conversion, operation: Operation): string | undefined {
  const name = items.get(keyOf(operation));
  return name && `schemas.${name}`;
}

function keyOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}
