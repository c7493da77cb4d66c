import { asList, type Json } from "../../../openapi/document.js";
import type { Parameter } from "../../../openapi/operation.js";
import { valueAt } from "../../../openapi/pointer.js";
import { follow } from "../../../openapi/reference.js";
import { NotVerified } from "../../case.js";
import type { Environment } from "../../environment.js";
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
    const { node } = follow(document, parameter.schema === true ? {} : parameter.schema, parameter.schemaPointer);
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
    const size = Math.max(1, Math.min(Math.ceil(wanted.length / 2), largestPage(list) ?? 10));
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
    checkOnce(look, walk);
    checkEnd(look, walk);
    if (known && whole.complete && walk.complete)
      checkSame(look, wanted, walk.ids, `pages with ${parameter.name} ${JSON.stringify(value)}`, walk.pages.at(-1));
    await leadsBackFiltered(look, { [parameter.name]: value }, walk);
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

/** Before the last item of a filtered list stands what preceded it on the way there. */
async function leadsBackFiltered(look: Look, query: Record<string, Json>, walk: Walk): Promise<void> {
  const { run, list } = look;
  const { backward } = list.pagination;
  const index = walk.items.length - 1;
  const last = walk.items[index];
  const cursor = backward?.item === undefined || !last ? undefined : valueAt(last, backward.item);
  if (!backward || cursor === undefined || index < 1) return;
  const page = await pageOf(run, list, { ...query, ...sizeOf(list, 2), [backward.parameter]: cursor });
  if (page) precedes(look, page, walk.ids, index);
}
