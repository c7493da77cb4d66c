import { asObject, isObject } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { isPageObjectName } from "#openapi/operations/page-names.js";
import { plainName } from "#statements/names.js";
import { descriptionsAt, successContents } from "#statements/schema-fields.js";
import { jsonOf } from "#verify/model/request/exchange.js";
import type { Page, Pages } from "#verify/resources/lists/read-pages.js";
import { broken } from "#verify/rules/sentence.js";
import { failPage, type ListCheck } from "./list-check.js";

/** Names of fields that count the items of the whole list. */
const TOTAL = /^total$|^total(count|items|results|records|elements|size|entries)$|^(count|\w+count)$/;

/** A field that counts items, in words. */
interface Total {
  /** JSON pointer into the page. */
  pointer: string;
  name: string;
  count: number;
}

/** Words of a description that speak of all items, and not of those on the page. */
const OF_ALL = /\b(all|total|overall|altogether|whole|match|matching)\b/i;

/** The counts that a page has beside its items. */
function totalsOf({ exchange }: Page): Total[] {
  const body = jsonOf(exchange);
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
function isOfAll({ context, list }: ListCheck, { pointer, name }: Total): boolean {
  const { document } = context.contract;
  const texts = successContents(list.operation).flatMap((content) => descriptionsAt(document, content, pointer));
  return plainName(name).startsWith("total") || texts.some((text) => OF_ALL.test(text));
}

/**
 * A page that has all items of its query counts them right. Names suggest it, so this is a warning.
 *
 * @param page one that has all items of its query
 */
export function expectTotal(check: ListCheck, page: Page): void {
  expectCount(check, page, page.ids.length);
}

/** The pages of a whole list count all of its items. A count may be that of the items on the page, unless its name or its words say otherwise. */
export function expectTotals(check: ListCheck, { pages, ids, isComplete }: Pages): void {
  if (!isComplete) return;
  for (const page of pages) if (!expectCount(check, page, ids.length)) return;
}

/** @returns whether the counts of a page are right */
function expectCount(check: ListCheck, page: Page, wanted: number): boolean {
  const wrong = totalsOf(page).find((total) => {
    return total.count !== wanted && (total.count !== page.ids.length || isOfAll(check, total));
  });
  if (!wrong) return true;
  failPage(check, page, {
    basis: "inferred",
    about: { list: "items", fields: [wrong.name] },
    ...broken("total-differs", { field: wrong.name, count: wrong.count, wanted }),
    expected: `${wrong.name} ${wanted}`,
    received: `${wrong.name} ${wrong.count}`,
  });
  return false;
}
