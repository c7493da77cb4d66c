import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import { isOfEvery } from "#statements/filters.js";
import { itemProperties, type ListOperation } from "#statements/list-items.js";
import { isMomentOfServer } from "#statements/moments.js";
import { singularOf } from "#statements/names.js";
import { sideOf } from "#statements/ranges.js";
import { shownName } from "#statements/resources/described-names.js";
import { hasKeyword, successContents } from "#statements/schema-fields.js";
import { finds, isSearchName } from "#statements/searches.js";
import { isInRange } from "./selection.js";

/** Whether a body of a search selects a resource. */
type Test = (value: JsonObject) => boolean;

/**
 * The tests by which the body of a search selects resources. They compare the fields that it names, search for a text, or
 * bound a date. Empty values select all, and so do fields of other names.
 *
 * @param kind the plain name of the resources
 */
export function bodyTests(document: OpenApiDocument, list: ListOperation, kind: string, body: Json): Test[] {
  const properties = [...new Set(itemProperties(document, list))];
  const place = (property: string) => pointerTo(list.paging.items, 0, property);
  const isDate = (property: string) =>
    successContents(list.operation).some((content) =>
      hasKeyword(document, content, place(property), "format", ["date", "date-time"]),
    );
  const [date, ...otherDates] = properties.filter((property) => isDate(property) && !isMomentOfServer(property));
  const bounded = (stem: string) =>
    shownName(stem, properties, kind) ?? (/^(date|time)?$/.test(stem) && otherDates.length === 0 ? date : undefined);
  const testsIn = (part: Json): Test[] => {
    if (!isObject(part)) return [];
    return Object.entries(part).flatMap(([name, sought]): Test[] => {
      if (sought === null || sought === "" || isOfEvery(sought)) return [];
      if (isObject(sought)) return testsIn(sought);
      if (isSearchName(name) && typeof sought === "string") return [(value) => finds(value, sought, properties)];
      const property = shownName(name, properties, kind) ?? shownName(singularOf(name), properties, kind);
      if (property !== undefined) return selecting(property, sought);
      const range = rangeOf(name, bounded);
      return range === undefined ? [] : [(value) => isInRange(range, value[range.property], sought)];
    });
  };
  return testsIn(body);
}

function selecting(property: string, sought: Json): Test[] {
  const wanted = [sought].flat();
  return wanted.length === 0 ? [] : [(value) => [value[property] ?? []].flat().some((own) => wanted.includes(own))];
}

/** The bound that a field of a body is: `startDate` of the only date, and `minPrice` of `price`. */
function rangeOf(name: string, boundedBy: (stem: string) => string | undefined) {
  const words = wordsOf(name);
  for (const index of [0, words.length - 1]) {
    const side = sideOf(words[index] ?? "");
    const property = side && boundedBy(words.toSpliced(index, 1).join(""));
    if (side && property !== undefined) return { property, side, isInclusive: true };
  }
  return undefined;
}
