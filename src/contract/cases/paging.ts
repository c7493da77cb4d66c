import { asList, asObject, type Json } from "../../openapi/document.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { pointerTo, valueAt } from "../../openapi/pointer.js";
import { follow } from "../../openapi/reference.js";
import { type Case, NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import type { Environment } from "../environment.js";
import { placesOf, promisesStated } from "../proves.js";
import {
  idOf,
  largestPage,
  type Page,
  type PagedList,
  pageOf,
  parameterOf,
  sizeOf,
  type Walk,
  walkForward,
  wholeList,
} from "./walk.js";

/** What the document declares of a paged list (`x-pagination`), walked and compared. */
export function pagingCases(environment: Environment, operation: Operation): Case[] {
  const { pagination } = operation;
  if (!pagination || operation.method !== "get") return [];
  const list: PagedList = { operation, pagination };
  const at = (name: string) => pointerTo(operation.pointer, "x-pagination", name);
  const size = pagination.pageSize === undefined ? undefined : parameterOf(list, pagination.pageSize);
  const answers = operation.responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap((each) => placesOf(environment.document, each));

  const paged = (
    what: string,
    places: string[],
    check: (look: Look) => Promise<void>,
    parameter?: Parameter,
  ): Case => ({
    name: `${operation.id} › ${what}`,
    kind: "paging",
    operation,
    proves: [
      ...new Set([
        ...promisesStated(environment.promises, operation.id, places, true).filter(
          (id) => !proved(answers).includes(id),
        ),
        ...proved(answers),
      ]),
    ],
    writes: false,
    ...(parameter ? { parameter: parameter.name } : {}),
    run: (run) => whileStill(run, list, (walk) => check({ run, list, whole: walk, places })),
  });
  const proved = (places: string[]) => promisesStated(environment.promises, operation.id, places, false);

  return [
    paged("pages to the end meet every item once", [at("hasMore")], meetsEveryItemOnce),
    ...(size
      ? [paged("pages hold no more than asked for", [at("pageSize"), ...boundsOf(size)], holdsNoMore, size)]
      : []),
    ...(size && defaultOf(size) !== undefined
      ? [
          paged(
            "the default page size is the documented one",
            [pointerTo(size.schemaPointer, "default")],
            hasDefaultSize,
            size,
          ),
        ]
      : []),
    paged(
      "a cursor leads to what follows it",
      [at("forward"), ...pointerOf(list, pagination.forward.parameter)],
      leadsOn,
    ),
    ...(pagination.backward
      ? [
          paged(
            "a cursor leads back to what precedes it",
            [at("backward"), ...pointerOf(list, pagination.backward.parameter)],
            leadsBack,
          ),
        ]
      : []),
    ...filtersOf(environment, list).map(({ parameter, property, values }) =>
      paged(
        `${parameter.name} lists what it names, and all of it`,
        [parameter.pointer],
        (look) => filters(look, parameter, property, values),
        parameter,
      ),
    ),
  ];
}

/** What a check of a list works with. */
interface Look {
  run: CaseRun;
  list: PagedList;
  /** The list as it was read in large pages, from its beginning. */
  whole: Walk;
  /** The places of the document that are in question. */
  places: string[];
}

/** How often a check is made again because the list changed meanwhile. */
const TRIES = 3;

/** Makes a check; if it finds anything, makes sure that the list is as it was, or else makes the check again. */
async function whileStill(run: CaseRun, list: PagedList, check: (whole: Walk) => Promise<void>): Promise<void> {
  for (let tries = TRIES; tries > 0; tries -= 1) {
    const whole = await wholeList(run, list);
    const before = run.findings.length;
    await check(whole);
    if (run.findings.length === before) return;
    run.environment.forget(`whole ${list.operation.id}`);
    const again = await wholeList(run, list);
    if (again.ids.join() === whole.ids.join()) return;
    run.findings.length = before;
  }
  throw new NotVerified("the list went on changing while it was read");
}

function broken(
  { run, list, places }: Look,
  page: Page | undefined,
  message: string,
  expected: string,
  received: string,
): void {
  const location = places[0] ?? list.operation.pointer;
  run.findBroken(
    "paging",
    location,
    promisesStated(run.environment.promises, list.operation.id, places, true),
    { message, expected, received },
    page?.exchange,
  );
}

async function meetsEveryItemOnce(look: Look): Promise<void> {
  const { run, list, whole } = look;
  if (whole.ids.length < 2) throw new NotVerified(`the list has fewer than 2 items (${whole.ids.length})`);
  checkOnce(look, whole);
  checkEnd(look, whole);
  const small = Math.max(1, Math.min(Math.ceil(whole.ids.length / 3), largestPage(list) ?? 10));
  if (list.pagination.pageSize !== undefined) {
    const walk = await walkForward(run, list, sizeOf(list, small));
    checkOnce(look, walk);
    checkEnd(look, walk);
    if (walk.complete && whole.complete) checkSame(look, whole.ids, walk.ids, `pages of ${small}`, walk.pages.at(-1));
    await checkBoundaries(look);
  }
  // `has_more` false is true to the facts only if nothing lies beyond.
  const last = whole.pages.at(-1);
  if (whole.complete && last?.next !== undefined && last.hasMore === false) {
    const beyond = await pageOf(run, list, { ...sizeOf(list, small), [list.pagination.forward.parameter]: last.next });
    if (beyond && beyond.ids.length > 0) {
      broken(
        look,
        last,
        "the page says that there is no more, and there is",
        "no items beyond it",
        `${beyond.ids.length} items beyond it`,
      );
    }
  }
  if (!whole.complete) {
    throw new NotVerified(`the list has more than ${whole.ids.length} items, and was not walked to its end`);
  }
}

function checkOnce(look: Look, { ids, pages }: Walk): void {
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length === 0) return;
  const page = pages.findLast((each) => each.ids.some((id) => twice.includes(id)));
  broken(look, page, "an item is met twice", "every item once", `${twice[0]} more than once, on ${pages.length} pages`);
}

/** Where more is announced, more comes. */
function checkEnd(look: Look, { pages }: Walk): void {
  for (const [index, page] of pages.entries()) {
    const following = pages[index + 1];
    if (page.hasMore === true && following && following.ids.length === 0) {
      broken(
        look,
        page,
        "the page says that there is more, and there is not",
        "has_more false",
        "has_more true, and an empty page behind it",
      );
    }
    if (page.hasMore === true && page.ids.length === 0) {
      broken(
        look,
        page,
        "the page is empty, and says that there is more",
        "items, or has_more false",
        "no items, has_more true",
      );
    }
  }
}

function checkSame(
  look: Look,
  wanted: readonly string[],
  found: readonly string[],
  how: string,
  page: Page | undefined,
): void {
  const lost = wanted.filter((id) => !found.includes(id));
  const extra = found.filter((id) => !wanted.includes(id));
  if (lost.length === 0 && extra.length === 0) return;
  const received =
    lost.length > 0 ? `${lost[0]} is missing (${found.length} of ${wanted.length})` : `${extra[0]} is there besides`;
  broken(look, page, `${how} do not meet the same items`, `the ${wanted.length} items of the list`, received);
}

/** The last items one by one: what says that there is more, and what does not, is told apart by one item. */
async function checkBoundaries(look: Look): Promise<void> {
  const { run, list, whole } = look;
  const { forward } = list.pagination;
  const count = whole.ids.length;
  const cursor = (index: number) => {
    const item = whole.items[index];
    return forward.item === undefined || !item ? undefined : valueAt(item, forward.item);
  };
  const rows: { query: Record<string, Json>; more: boolean; ids: string[] }[] = [];
  const largest = largestPage(list) ?? count;
  if (whole.complete && count <= largest) rows.push({ query: sizeOf(list, count), more: false, ids: whole.ids });
  if (whole.complete && count - 1 <= largest)
    rows.push({ query: sizeOf(list, count - 1), more: true, ids: whole.ids.slice(0, -1) });
  const [second, third] = [cursor(count - 2), cursor(count - 3)];
  if (whole.complete && second !== undefined)
    rows.push({ query: { ...sizeOf(list, 1), [forward.parameter]: second }, more: false, ids: whole.ids.slice(-1) });
  if (whole.complete && third !== undefined)
    rows.push({ query: { ...sizeOf(list, 1), [forward.parameter]: third }, more: true, ids: whole.ids.slice(-2, -1) });
  for (const { query, more, ids } of rows) {
    const page = await pageOf(run, list, query);
    if (!page) continue;
    // A server may give fewer than asked for, and then more is to come.
    const full = page.ids.length === ids.length;
    if (page.hasMore !== undefined && full && page.hasMore !== more) {
      broken(
        look,
        page,
        `the page says that there is ${page.hasMore ? "more, and there is not" : "no more, and there is"}`,
        `has_more ${more}`,
        `has_more ${page.hasMore}`,
      );
    }
    if (full && page.ids.some((id) => !ids.includes(id)))
      checkSame(look, ids, page.ids, "the items at the end of the list", page);
  }
}

async function holdsNoMore(look: Look): Promise<void> {
  const { run, list, whole } = look;
  if (whole.ids.length < 2) throw new NotVerified(`the list has fewer than 2 items (${whole.ids.length})`);
  const { minimum = 1, maximum } = schemaOf(parameterOf(list, list.pagination.pageSize ?? ""));
  const sizes = new Set([
    Math.max(1, Number(minimum)),
    2,
    whole.ids.length - 1,
    ...(typeof maximum === "number" ? [maximum] : []),
  ]);
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

async function hasDefaultSize(look: Look): Promise<void> {
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
  if (whole.ids.length <= standard)
    throw new NotVerified(`the list has fewer than ${standard + 1} items (${whole.ids.length})`);
  const withIt = await pageOf(run, list, sizeOf(list, standard));
  // A server may hold back items for reasons of its own, but then it does so either way.
  if (without && withIt && without.ids.length !== withIt.ids.length) {
    broken(
      look,
      without,
      "without a page size there is another number of items than with the default",
      `${withIt.ids.length} items, as with ${standard}`,
      `${without.ids.length} items`,
    );
  }
}

/** From the middle of the list on, the next page is what follows the cursor. */
async function leadsOn(look: Look): Promise<void> {
  const { run, list, whole } = look;
  const { forward } = list.pagination;
  if (forward.item === undefined) {
    if (whole.pages.length < 2) throw new NotVerified("the list has one page only");
    return;
  }
  if (whole.ids.length < 3) throw new NotVerified(`the list has fewer than 3 items (${whole.ids.length})`);
  for (const index of new Set([0, Math.floor(whole.ids.length / 2)])) {
    const item = whole.items[index];
    const cursor = item && valueAt(item, forward.item);
    if (cursor === undefined) continue;
    const page = await pageOf(run, list, { ...sizeOf(list, 2), [forward.parameter]: cursor });
    if (!page) continue;
    const wanted = whole.ids.slice(index + 1, index + 1 + Math.max(1, page.ids.length));
    if (page.ids.includes(whole.ids[index] ?? "")) {
      broken(look, page, "the page holds the item that its cursor names", wanted.join(", "), page.ids.join(", "));
    } else if (wanted.some((id) => !page.ids.includes(id))) {
      broken(
        look,
        page,
        "the page is not what follows its cursor",
        wanted.join(", "),
        page.ids.join(", ") || "no items",
      );
    }
  }
  const last = whole.items.at(-1);
  const end = whole.complete && last ? valueAt(last, forward.item) : undefined;
  const beyond = end === undefined ? undefined : await pageOf(run, list, { [forward.parameter]: end });
  if (beyond && (beyond.ids.length > 0 || beyond.hasMore === true)) {
    broken(
      look,
      beyond,
      "there is something behind the last item",
      "no items, and no more",
      `${beyond.ids.length} items, has_more ${beyond.hasMore}`,
    );
  }
}

/** Going back page by page, every item is met that precedes; in which order a page shows them is not looked at. */
async function leadsBack(look: Look): Promise<void> {
  const { run, list, whole } = look;
  const { backward } = list.pagination;
  if (!backward?.item) return;
  if (whole.ids.length < 4) throw new NotVerified(`the list has fewer than 4 items (${whole.ids.length})`);
  const first = whole.items[0];
  let index = Math.min(whole.ids.length - 1, 7);
  const size = Math.max(2, Math.floor(index / 2));
  for (let steps = 0; index > 0 && steps <= 8; steps += 1) {
    const item = whole.items[index];
    const cursor = item && valueAt(item, backward.item);
    if (cursor === undefined) return;
    const page = await pageOf(run, list, { ...sizeOf(list, size), [backward.parameter]: cursor });
    if (!page) return;
    const count = Math.max(1, page.ids.length);
    const wanted = whole.ids.slice(Math.max(0, index - count), index);
    if (page.ids.includes(whole.ids[index] ?? "")) {
      broken(look, page, "the page holds the item that its cursor names", wanted.join(", "), page.ids.join(", "));
      return;
    }
    if (page.ids.length > wanted.length || wanted.some((id) => !page.ids.includes(id))) {
      broken(
        look,
        page,
        "the page is not what precedes its cursor",
        wanted.join(", "),
        page.ids.join(", ") || "no items",
      );
      return;
    }
    index -= page.ids.length;
    // With items on both sides, more exist in whichever direction it is meant.
    if (page.hasMore === false && index > 0) {
      broken(
        look,
        page,
        "the page says that there is no more, and there is before it and behind it",
        "has_more true",
        "has_more false",
      );
      return;
    }
  }
  const start = first && valueAt(first, backward.item);
  const beyond = start === undefined ? undefined : await pageOf(run, list, { [backward.parameter]: start });
  if (beyond && beyond.ids.length > 0) {
    broken(look, beyond, "there is something before the first item", "no items", beyond.ids.join(", "));
  }
}

/** A filter: a query parameter of listed values that stands in the items under its own name. */
interface Filter {
  parameter: Parameter;
  property: string;
  values: Json[];
}

function filtersOf({ document }: Environment, list: PagedList): Filter[] {
  const { pageSize, forward, backward } = list.pagination;
  const others = [pageSize, forward.parameter, backward?.parameter];
  return list.operation.parameters.flatMap((parameter) => {
    if (parameter.in !== "query" || others.includes(parameter.name) || parameter.schema === undefined) return [];
    const { node } = follow(document, parameter.schema === true ? {} : parameter.schema, parameter.schemaPointer);
    const values = asList(node.enum);
    return values.length > 0 ? [{ parameter, property: parameter.name, values }] : [];
  });
}

async function filters(look: Look, parameter: Parameter, property: string, values: readonly Json[]): Promise<void> {
  const { run, list, whole } = look;
  const known = whole.items.some((item) => item[property] !== undefined);
  const seen = values.filter((value) => whole.items.some((item) => item[property] === value));
  for (const value of values) {
    const wanted = whole.items.filter((item) => item[property] === value).map((item) => idOf(list.pagination, item));
    const size = Math.max(1, Math.min(Math.ceil(wanted.length / 2), largestPage(list) ?? 10));
    const walk = await walkForward(run, list, { ...sizeOf(list, size), [parameter.name]: value }, 5);
    const strange = known ? walk.items.find((item) => item[property] !== value) : undefined;
    if (strange) {
      const page = walk.pages.find(({ items }) => items.includes(strange));
      broken(
        look,
        page,
        `${parameter.name} ${JSON.stringify(value)} lists an item of another`,
        `${property}: ${JSON.stringify(value)}`,
        `${property}: ${JSON.stringify(strange[property])}`,
      );
      continue;
    }
    checkOnce(look, walk);
    checkEnd(look, walk);
    if (known && whole.complete && walk.complete)
      checkSame(look, wanted, walk.ids, `pages with ${parameter.name} ${JSON.stringify(value)}`, walk.pages.at(-1));
    const last = walk.pages.at(-1);
    const cursor = last?.next;
    if (walk.complete && last?.hasMore === false && cursor !== undefined) {
      const beyond = await pageOf(run, list, { [parameter.name]: value, [list.pagination.forward.parameter]: cursor });
      if (beyond && beyond.ids.length > 0)
        broken(look, last, "the page says that there is no more, and there is", "has_more true", "has_more false");
    }
  }
  if (known && seen.length === 0)
    throw new NotVerified(
      `the list has no item with ${parameter.name} ${values.map((each) => JSON.stringify(each)).join(", ")}`,
    );
  if (whole.ids.length === 0) throw new NotVerified("the list is empty");
}

function schemaOf(parameter: Parameter | undefined) {
  return asObject(parameter?.schema);
}

function defaultOf(parameter: Parameter): Json | undefined {
  return schemaOf(parameter).default;
}

function boundsOf({ schemaPointer }: Parameter): string[] {
  return [pointerTo(schemaPointer, "minimum"), pointerTo(schemaPointer, "maximum")];
}

function pointerOf(list: PagedList, name: string): string[] {
  const parameter = parameterOf(list, name);
  return parameter ? [parameter.pointer] : [];
}
