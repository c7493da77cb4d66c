import { asObject, isObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isPageObjectName } from "#openapi/operations/page-names.js";
import { plainName, singularOf } from "#statements/names.js";
import { listOf } from "#statements/paging/paging.js";
import { descriptionsAt, successContents } from "#statements/schema-fields.js";
import { type Exchange, jsonOf } from "../model/request/exchange.js";

/** Names of fields that count the items of the whole list. */
const TOTAL = /^total$|^total(count|items|results|records|elements|size|entries)$|^(count|\w+count)$/;

/** Names of things that any list has. */
const ANY_ITEMS = /^(items?|results?|records?|elements?|rows?|entr(y|ies)|objects?|matches)?$/;

/** Words of a description that speak of all items, and not of those on the page. */
const OF_ALL = /\b(all|total|overall|altogether|whole|match|matching)\b/i;

/** A field that counts items, in words. */
export interface Total {
  /** JSON pointer into the page. */
  pointer: string;
  name: string;
  count: number;
}

/** The counts that a page has beside its items. */
function totalsOf(page: Exchange): Total[] {
  const body = jsonOf(page);
  if (!isObject(body)) return [];
  const around = Object.keys(body).filter((name) => isPageObjectName(name) && isObject(body[name]));
  const objects = ["", ...around.map((name) => pointerTo("", name))];
  return objects.flatMap((at) =>
    Object.entries(asObject(valueAt(body, at))).flatMap(([name, value]) =>
      TOTAL.test(plainName(name)) && typeof value === "number"
        ? [{ pointer: pointerTo(at, name), name, count: value }]
        : [],
    ),
  );
}

/** Whether a count is certainly that of all items: by its name, or by the words that describe it. */
function isOfAll(document: OpenApiDocument, operation: Operation, { pointer, name }: Total): boolean {
  const texts = successContents(operation).flatMap((content) => descriptionsAt(document, content, pointer));
  return plainName(name).startsWith("total") || texts.some((text) => OF_ALL.test(text));
}

/** Whether a count is that of the items, by its name: `stars_count` beside `genres` counts something else. */
function isOfItems({ path }: Operation, items: string, { name }: Total): boolean {
  const stem = plainName(name).replace(/count$/, "");
  if (stem === plainName(name) || ANY_ITEMS.test(stem) || stem.startsWith("total")) return true;
  const named = [pointerNames(items).at(-1) ?? "", path.split("/").at(-1) ?? ""].map(plainName);
  return named.some((thing) => thing !== "" && singularOf(thing) === singularOf(stem));
}

/**
 * The count of a page that is wrong.
 *
 * @param wanted how many items its query selects
 * @param count how many items the page has. A count may be that of the page, unless its name or its words say otherwise
 */
export function wrongTotal(
  document: OpenApiDocument,
  operation: Operation,
  page: Exchange,
  { wanted, count }: { wanted: number; count: number },
): Total | undefined {
  const items = listOf(document, operation)?.paging.items ?? "";
  return totalsOf(page).find((total) => {
    const isTotal = isOfAll(document, operation, total);
    return total.count !== wanted && (isTotal || (total.count !== count && isOfItems(operation, items, total)));
  });
}
