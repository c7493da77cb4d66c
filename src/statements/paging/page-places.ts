import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { isPageObjectName } from "#openapi/operations/page-names.js";
import { plainName } from "../names.js";

/** Names of objects in a body that lead to other pages. */
const OF_LINKS = /^(links|cursors)$/;

/** So many objects are around a field: `meta.pagination.cursors.next`. */
const DEPTH = 3;

/**
 * The places of a body that describe the page: JSON pointers, the outer ones first. They are the body, the objects around the
 * items, and objects of usual names in these. Names decide, whatever the depth.
 *
 * @param items JSON pointer to the items
 * @param namesAt the names of the fields at a place
 */
export function pagePlaces(items: string, namesAt: (at: string) => readonly string[]): string[] {
  const outer = pointerNames(items).slice(0, -1);
  const around = outer.map((_, index) => pointerTo("", ...outer.slice(0, index + 1)));
  const isUsual = (name: string) => isPageObjectName(name) || OF_LINKS.test(plainName(name));
  const places = [""];
  let level = [""];
  for (let depth = 1; depth <= DEPTH; depth += 1) {
    const below = level.flatMap((at) => namesAt(at).map((name) => ({ name, place: pointerTo(at, name) })));
    const usual = below.filter(({ name }) => isUsual(name));
    const wrappers = below.filter(({ name, place }) => !isUsual(name) && around.includes(place));
    level = [...usual, ...wrappers].map(({ place }) => place);
    places.push(...level);
  }
  return places;
}
