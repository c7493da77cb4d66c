import type { PageStep } from "#openapi/operations/operation.js";
import { address } from "./kinds/address.js";
import { cursor } from "./kinds/cursor.js";
import { item } from "./kinds/item.js";
import { offset } from "./kinds/offset.js";
import { page } from "./kinds/page.js";
import { range } from "./kinds/range.js";
import type { PageKind } from "./page-kind.js";

/** The kinds of paging. Where names suggest several, the first one applies. A new kind is a file, and a line here and in `src/client/index.ts`. */
export const KINDS: readonly PageKind[] = [page, offset, cursor, address, item, range];

/** The kind of a step. */
export function kindOf({ kind }: PageStep): PageKind {
  const found = KINDS.find(({ name }) => name === kind);
  if (!found) throw new Error(`${kind} is not a kind of paging.`);
  return found;
}
