import { oncePer } from "#openapi/document/once-per.js";
import { expansionsOf } from "#statements/expansions.js";
import type { ListOperation } from "#statements/list-items.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { type Sorting, sortKeys } from "#statements/sorting.js";
import type { Engine, Place, StateRequest } from "../engine.js";
import { kindOf } from "../family.js";
import type { Records } from "../store.js";
import { bodyTests } from "./body-selection.js";
import { PAGE_PARAMETER, pageOf, type StatedList, statedList } from "./list-page.js";
import type { Outcome } from "./outcome.js";
import { expanderFor } from "./retrieve.js";
import { Selections } from "./selection.js";
import { type SentValue, sentValue } from "./sent-value.js";

/** Shows a page of the resources of a collection. */
export function list(engine: Engine, place: Place, { operation, reading, query }: StateRequest): Outcome {
  const { role, values } = place;
  const { family } = role;
  const shows = role.list ?? family.list;
  if (!shows) throw new Error(`${family.key} has no list.`);
  const listing = asBroken(engine, listsOf(engine)(shows));
  const records = engine.recordsAt(place);
  const scope = values.slice(0, family.position);
  const isElsewhere = family.others?.some(({ create }) => create) === true;
  const isOwn =
    !isElsewhere && !family.outerFields && (!family.create || pathParameters(family.create).length === values.length);
  const isWithOthers = engine.has("items-of-others");
  const whole = isOwn && !isWithOthers ? records.in(values) : records.below(isWithOthers ? [] : values);
  const all = engine.has("not-listed") ? whole.slice(0, -1) : whole;
  const sent: SentValue = (parameter) => sentValue(reading, parameter);
  const { body } = reading;
  const isSearch = operation.method === "post" && body && "value" in body && !engine.has("wrong-filter");
  const tests = isSearch ? bodyTests(engine.stated.document, shows, kindOf(family), body.value) : [];
  const found = tests.length === 0 ? all : all.filter(({ value }) => tests.every((test) => test(value)));
  const { next } = listing.paging;
  // Without a known way to the next page, a parameter of that name has values of the document alone.
  const address = next && !next.parameter ? (query.get(PAGE_PARAMETER) ?? undefined) : undefined;
  const overlap = Number(engine.has("item-twice")) - Number(engine.has("item-omitted"));
  const wrong = { overlap, excess: Number(engine.has("ignored-limit")) };
  const ordered = selectionsOf(records).of(
    listing,
    { values: tests.length === 0 ? values : [...values, JSON.stringify(body)], all: found, version: records.version },
    sent,
  );
  const page = pageOf(listing, { ordered, named: (key) => records.get(scope, key) }, sent, address, wrong);
  if (!page) return { kind: "refused", statuses: [400, 422, 404], reason: "No page of this list has such a cursor." };
  const expand = expanderFor(engine, place, { operation, reading }, listing.paging.items);
  const expanded = page.stored.map((stored) => {
    const value = expand(stored.value);
    // How a resource is shown is remembered with it.
    return value === stored.value ? stored : { ...stored, value };
  });
  const total = page.total + Number(engine.has("wrong-total"));
  const ignored = ignoredBy(listing, { operation, reading });
  return { kind: "page", list: listing, page: { ...page, total, stored: expanded }, ignored };
}

/** The names of sent query parameters that have no part in what a list selects and shows. */
function ignoredBy(listing: StatedList, { operation, reading }: Pick<StateRequest, "operation" | "reading">): string[] {
  const { document, filters, members, ranges, sortings, free, search, paging } = listing;
  const isSorted = free && sortKeys(free, sentValue(reading, free.parameter), undefined).length > 0;
  const used = [
    ...[...filters, ...members, ...ranges, ...expansionsOf(document, operation, paging.items)].map(
      ({ parameter }) => parameter,
    ),
    ...sortings.flatMap(({ query }) => query.map(({ parameter }) => parameter)),
    ...(isSorted ? [free.parameter, free.direction] : []),
    ...[search?.parameter, paging.pageSize, paging.next?.parameter, paging.previous?.parameter],
  ];
  return reading.parameters.flatMap(({ parameter }) =>
    parameter.in === "query" && !used.includes(parameter) ? [parameter.name] : [],
  );
}

/** The statements about the lists of an engine, each found once. */
const listsOf = oncePer(({ stated }: Engine) =>
  oncePer((shows: ListOperation): StatedList => statedList(stated.document, shows)),
);

const selectionsOf = oncePer((_: Records) => new Selections());

/** A list as a state with faults reads it. */
function asBroken(engine: Engine, listing: StatedList): StatedList {
  if (engine.has("wrong-filter")) return { ...listing, filters: [], members: [], ranges: [], search: undefined };
  if (!engine.has("wrong-order")) return listing;
  const sortings = listing.sortings.map((sorting): Sorting => {
    return { ...sorting, direction: sorting.direction === "descending" ? "ascending" : "descending" };
  });
  return { ...listing, sortings, order: listing.order === "newest" ? "oldest" : "newest" };
}
