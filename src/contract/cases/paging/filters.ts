import { asList, type Json } from "../../../openapi/document.js";
import type { Parameter } from "../../../openapi/operation.js";
import { pointerTo, valueAt } from "../../../openapi/pointer.js";
import { resolveReference } from "../../../openapi/reference.js";
import { NotVerified } from "../../case.js";
import type { Environment } from "../../environment.js";
import { itemsIn, succeeded } from "../../exchange.js";
import { goodAsk } from "../../known.js";
import { promisesStated } from "../../proves.js";
import { precedes } from "./cursors.js";
import { broken, type Look } from "./look.js";
import { checkEnd, checkOnce, checkSame } from "./once.js";
import { idOf, largestPage, type PagedList, pageOf, sizeOf, type Walk, walkForward } from "./walk.js";

/** A filter: a query parameter of listed values that stands in the items under its own name. */
export interface Filter {
  parameter: Parameter;
  property: string;
  values: Json[];
}

export function filtersOf({ document }: Environment, list: PagedList): Filter[] {
  const { pageSize, forward, backward } = list.pagination;
  const others = [pageSize, forward.parameter, backward?.parameter];
  return list.operation.parameters.flatMap((parameter) => {
    if (parameter.in !== "query" || others.includes(parameter.name) || parameter.schema === undefined) return [];
    const { node } = resolveReference(
      document,
      parameter.schema === true ? {} : parameter.schema,
      parameter.schemaPointer,
    );
    const values = asList(node.enum);
    return values.length > 0 ? [{ parameter, property: parameter.name, values }] : [];
  });
}

export async function filters(
  look: Look,
  parameter: Parameter,
  property: string,
  values: readonly Json[],
): Promise<void> {
  const { run, list, whole } = look;
  const known = whole.items.some((item) => item[property] !== undefined);
  const seen = values.filter((value) => whole.items.some((item) => item[property] === value));
  for (const value of values) {
    const wanted = whole.items.filter((item) => item[property] === value).map((item) => idOf(list.pagination, item));
    // Three pages: the first, one between, the last.
    const size = Math.max(1, Math.min(Math.ceil(wanted.length / 3), largestPage(list) ?? 10));
    const walk = await walkForward(run, list, { ...sizeOf(list, size), [parameter.name]: value });
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
    const pages = { ...look, places: [parameter.pointer, ...pagingPlaces(list)] };
    checkOnce(pages, walk);
    checkEnd(pages, walk);
    if (known && whole.complete && walk.complete)
      checkSame(pages, wanted, walk.ids, `pages with ${parameter.name} ${JSON.stringify(value)}`, walk.pages.at(-1));
    await leadsBackFiltered(pages, { [parameter.name]: value }, walk);
    await endsWhereItSays(pages, { [parameter.name]: value }, walk);
  }
  await namesNothingElse(look, parameter, property, seen);
  if (known && seen.length === 0)
    throw new NotVerified(
      `the list has no item with ${parameter.name} ${values.map((each) => JSON.stringify(each)).join(", ")}`,
    );
  if (whole.ids.length === 0) throw new NotVerified("the list is empty");
}

/** Before the last item of a filtered list stands what preceded it on the way there. */
async function leadsBackFiltered(look: Look, query: Record<string, Json>, walk: Walk): Promise<void> {
  const { run, list } = look;
  const { backward } = list.pagination;
  const index = walk.items.length - 1;
  const last = walk.items[index];
  const cursor = backward?.item === undefined || !last ? undefined : valueAt(last, backward.item);
  if (!backward || cursor === undefined || index < 1) return;
  const page = await pageOf(run, list, { ...query, ...sizeOf(list, 2), [backward.parameter]: cursor });
  if (!page || !precedes(look, page, walk.ids, index)) return;
  if (page.hasMore === false && page.ids.length < index) {
    broken(look, page, "the page says that there is no more, and there is before it and behind it", ...MORE);
  }
}

const MORE = ["has_more true", "has_more false"] as const;

/** What is filtered ends where the pages say: the last of a walk, and one that all items fit into. */
async function endsWhereItSays(look: Look, query: Record<string, Json>, walk: Walk): Promise<void> {
  const { run, list } = look;
  if (!walk.complete) return;
  const last = walk.pages.at(-1);
  if (last?.hasMore === false && last.next !== undefined) {
    const beyond = await pageOf(run, list, { ...query, [list.pagination.forward.parameter]: last.next });
    if (beyond && beyond.ids.length > 0)
      broken(look, last, "the page says that there is no more, and there is", ...MORE);
  }
  const page = await pageOf(run, list, query);
  // A server may give fewer than asked for, and then more is to come.
  if (page?.hasMore === true && page.ids.length === walk.ids.length) {
    const [expected, received] = MORE.toReversed();
    broken(look, page, "the page says that there is more, and there is not", expected ?? "", received ?? "");
  }
}

/** A value in capitals is another value: it may be refused, name nothing, or be read as the same; it is no absent filter. */
async function namesNothingElse(
  { run, list, places, whole }: Look,
  parameter: Parameter,
  property: string,
  seen: readonly Json[],
): Promise<void> {
  const value = seen.find((each) => typeof each === "string" && each !== each.toUpperCase());
  const base = await goodAsk(run, list.operation);
  if (typeof value !== "string" || !base) return;
  const ask = { ...base, parameters: [...base.parameters, { parameter, value: value.toUpperCase() }] };
  const exchange = await run.send(ask);
  const items = itemsIn(list.pagination, exchange);
  const strange = succeeded(exchange) ? items.find((item) => item[property] !== value) : undefined;
  if (!strange) return;
  const facts = {
    message: `${parameter.name} ${JSON.stringify(value.toUpperCase())} is taken for no filter`,
    expected: `a refusal, no items, or ${property}: ${JSON.stringify(value)}`,
    received: `${property}: ${JSON.stringify(strange[property])}, and ${items.length} of ${whole.ids.length} items`,
  };
  const promises = promisesStated(run.environment.promises, list.operation.id, places, true);
  run.findBroken("paging", parameter.pointer, promises, facts, exchange);
}

/** Where the document declares how the list is paged. */
function pagingPlaces({ operation, pagination }: PagedList): string[] {
  const at = (name: string) => pointerTo(operation.pointer, "x-pagination", name);
  const cursors = [pagination.forward.parameter, pagination.backward?.parameter];
  return [
    at("hasMore"),
    at("forward"),
    at("backward"),
    ...operation.parameters.filter(({ name }) => cursors.includes(name)).map(({ pointer }) => pointer),
  ];
}
