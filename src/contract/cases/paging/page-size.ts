import { asObject, type Json } from "../../../openapi/document.js";
import type { Parameter } from "../../../openapi/operation.js";
import { pointerTo, valueAt } from "../../../openapi/pointer.js";
import { NotVerified } from "../../case.js";
import type { Filter } from "./filters.js";
import { broken, type Look } from "./look.js";
import { type Page, pageOf, parameterOf, sizeOf } from "./walk.js";

export async function holdsNoMore(look: Look): Promise<void> {
  const { run, list, whole } = look;
  if (whole.ids.length < 2) throw new NotVerified(`the list has fewer than 2 items (${whole.ids.length})`);
  const { minimum = 1, maximum } = schemaOf(parameterOf(list, list.pagination.pageSize ?? ""));
  const sizes = new Set([Math.max(1, Number(minimum)), 2, ...(typeof maximum === "number" ? [maximum] : [])]);
  for (const size of sizes) {
    if (size < 1 || (typeof maximum === "number" && size > maximum)) continue;
    const page = await pageOf(run, list, sizeOf(list, size));
    if (!page) continue;
    if (page.ids.length > size) {
      broken(look, page, "the page holds more than was asked for", `at most ${size} items`, `${page.ids.length} items`);
    } else if (page.ids.length === 0) {
      broken(look, page, "the page is empty, and the list is not", `1 to ${size} items`, "no items");
    }
  }
}

/** Without a page size, a page is as long as one with the default: from the beginning, after a cursor, and filtered. */
export async function hasDefaultSize(look: Look, filters: readonly Filter[]): Promise<void> {
  const { run, list, whole } = look;
  const size = parameterOf(list, list.pagination.pageSize ?? "");
  const standard = Number(size && defaultOf(size));
  const without = await pageOf(run, list, {});
  if (without && without.ids.length > standard) {
    broken(
      look,
      without,
      "a page holds more than the default",
      `at most ${standard} items`,
      `${without.ids.length} items`,
    );
    return;
  }
  if (without?.hasMore === false && whole.ids.length > without.ids.length) {
    broken(look, without, "the page says that there is no more, and there is", "has_more true", "has_more false");
  }
  for (const [where, query] of [["", {}] as const, ...queriesBeside(look, filters)]) {
    const page = where === "" ? without : await pageOf(run, list, query);
    const withIt = await pageOf(run, list, { ...query, ...sizeOf(list, standard) });
    // A server may hold back items for reasons of its own, but then it does so either way.
    if (!page || !withIt || (page.ids.join() === withIt.ids.join() && page.hasMore === withIt.hasMore)) continue;
    const told = ({ ids, hasMore }: Page) => `${ids.length} items from ${ids[0]} to ${ids.at(-1)}, has_more ${hasMore}`;
    broken(
      look,
      page,
      `${where}without a page size the page is another than with the default`,
      `${told(withIt)}, as with ${standard}`,
      told(page),
    );
  }
  if (whole.ids.length <= standard)
    throw new NotVerified(`the list has fewer than ${standard + 1} items (${whole.ids.length})`);
}

/** What else a page can be asked for by: the first cursor, the last one back, and of each filter the value that most items have. */
function queriesBeside({ list, whole }: Look, filters: readonly Filter[]): [string, Record<string, Json>][] {
  const { forward, backward } = list.pagination;
  const first = whole.items[0];
  const far = whole.items.at(-1);
  const back = backward?.item === undefined ? undefined : far && valueAt(far, backward.item);
  const cursor = forward.item === undefined ? undefined : first && valueAt(first, forward.item);
  const count = (filter: Filter, value: Json) => whole.items.filter((item) => item[filter.property] === value).length;
  return [
    ...(cursor === undefined
      ? []
      : [["after a cursor, ", { [forward.parameter]: cursor }] satisfies [string, Record<string, Json>]]),
    ...(backward && back !== undefined
      ? [["before a cursor, ", { [backward.parameter]: back }] satisfies [string, Record<string, Json>]]
      : []),
    ...filters.flatMap((filter): [string, Record<string, Json>][] => {
      const most = filter.values.toSorted((one, other) => count(filter, other) - count(filter, one))[0];
      const { name } = filter.parameter;
      return most === undefined ? [] : [[`with ${name} ${JSON.stringify(most)}, `, { [name]: most }]];
    }),
  ];
}

export function defaultOf(parameter: Parameter): Json | undefined {
  return schemaOf(parameter).default;
}

export function boundsOf({ schemaPointer }: Parameter): string[] {
  return [pointerTo(schemaPointer, "minimum"), pointerTo(schemaPointer, "maximum")];
}

function schemaOf(parameter: Parameter | undefined) {
  return asObject(parameter?.schema);
}
