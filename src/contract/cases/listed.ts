import { asObject, isObject, type JsonObject } from "../../openapi/document.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { pointerTo, valueAt } from "../../openapi/pointer.js";
import { isUuid } from "../../openapi/uuid.js";
import { type Ask, missing, success } from "../ask.js";
import { type Case, NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import { differences } from "../checks/returned.js";
import { undocumentedFields } from "../checks/undocumented.js";
import type { Environment } from "../environment.js";
import { jsonOf, refused, succeeded } from "../exchange.js";
import { listBeside, requireKey } from "../known.js";
import { promisesStated } from "../proves.js";
import { idOf, type PagedList, wholeList } from "./paging/walk.js";

/**
 * What a list shows is retrieved one by one, by each of the values that name it, and is the same there. What only resembles
 * such a value names nothing.
 */
export function listedCases(environment: Environment, operation: Operation): Case[] {
  const { promises } = environment;
  const parameter = operation.parameters.findLast((each) => each.in === "path");
  const list = listBeside(environment, operation);
  if (operation.method !== "get" || !list?.pagination || !parameter) return [];
  const paged: PagedList = { operation: list, pagination: list.pagination };
  const common = { kind: "sequence" as const, operation, writes: false, parameter: parameter.name };
  return parameter.identifies.flatMap((pointer, index) => {
    const name = pointer.split("/").at(-1);
    const named: Named = { parameter, pointer, place: pointerTo(parameter.pointer, "x-identifies", index) };
    return [
      {
        ...common,
        name: `${operation.id} › finds what is listed by its ${name}`,
        proves: promisesStated(promises, operation.id, [named.place], false),
        run: (run) => retrieveListed(run, paged, operation, named),
      },
      {
        ...common,
        name: `${operation.id} › finds nothing by what resembles its ${name}`,
        proves: [],
        run: (run) => retrieveResembling(run, paged, operation, named),
      },
      {
        ...common,
        name: `${operation.id} › keeps from another team what is listed, by its ${name}`,
        proves: [],
        run: (run) => retrieveAsOther(run, paged, operation, named),
      },
    ] satisfies Case[];
  });
}

/** A parameter that names a thing by the value at a pointer into it, and where the document says so. */
interface Named {
  parameter: Parameter;
  pointer: string;
  place: string;
}

/** What the list shows, things of each kind, is not there for another team. */
async function retrieveAsOther(
  run: CaseRun,
  list: PagedList,
  operation: Operation,
  { parameter, pointer }: Named,
): Promise<void> {
  requireKey(run, "otherTeam", "a key of another team");
  const different = kinds((await wholeList(run, list)).items);
  if (different.length === 0) throw new NotVerified("the list is empty");
  // Things of each kind by the value that is theirs alone, and one by each other value that names it.
  for (const item of pointer === parameter.identifies[0] ? different : different.slice(0, 1)) {
    const value = valueAt(item, pointer);
    if (value === undefined || value === null) continue;
    const ask: Ask = { operation, parameters: [{ parameter, value }], key: "otherTeam" };
    const found = await run.send(ask);
    // The other team may have the same address on a list of its own; then it is another item.
    if (succeeded(found) && idOf(list.pagination, asObject(jsonOf(found))) !== idOf(list.pagination, item)) continue;
    await run.judge(ask, missing(operation, "it is another team's", { promises: ["G2"] }), found);
  }
}

/** Part of a value, and a pattern that fits it: the signs are those of SQL's LIKE. */
const RESEMBLING: readonly ((value: string) => string)[] = [
  (value) => value.slice(0, -1),
  (value) => value.slice(1),
  (value) => `${value.slice(0, 1)}_${value.slice(2)}`,
  (value) => `${value.slice(0, 2)}%`,
];

async function retrieveResembling(
  run: CaseRun,
  list: PagedList,
  operation: Operation,
  { parameter, pointer, place }: Named,
): Promise<void> {
  const { items, complete } = await wholeList(run, list);
  const values = new Set(items.map((item) => String(valueAt(item, pointer)).toLowerCase()));
  const value = items[0] && valueAt(items[0], pointer);
  if (typeof value !== "string" || value.length < 4) throw new NotVerified("the list shows no text that names an item");
  if (!complete) throw new NotVerified("the list was not read to its end, so what resembles an item may be one");
  // Where values have a fixed form, patterns are refused by that alone.
  const made = RESEMBLING.slice(0, isUuid(value) ? 1 : undefined).map((make) => make(value));
  for (const resembling of new Set(made)) {
    if (values.has(resembling.toLowerCase())) continue;
    const ask = { operation, parameters: [{ parameter, value: resembling }] };
    await run.ask(ask, missing(operation, "the list shows nothing of that name", { places: [place] }));
  }
}

async function retrieveListed(
  run: CaseRun,
  list: PagedList,
  operation: Operation,
  { parameter, pointer, place }: Named,
): Promise<void> {
  const { items } = await wholeList(run, list);
  const chosen = kinds(items);
  if (chosen.length === 0) throw new NotVerified("the list is empty");
  for (const item of chosen) {
    const value = valueAt(item, pointer);
    if (value === undefined || value === null) continue;
    const ask = { operation, parameters: [{ parameter, value }] };
    const found = await run.send(ask);
    // What others removed meanwhile is not there any more.
    if (refused(found) && !(await isStillListed(run, list, item))) continue;
    await run.judge(ask, success(operation, "the list shows it", { places: [place] }), found);
    const body = succeeded(found) ? jsonOf(found) : undefined;
    // Another representation may say other things of it; of the same fields it says the same where both are short.
    const same = isObject(body) && Object.keys(item).every((name) => Object.hasOwn(body, name));
    // An address may be on a list twice (U11), and names one of the two.
    if (body && pointer !== parameter.identifies[0] && isAnother(items, item, body, parameter, pointer)) continue;
    const different = same ? differences(item, body) : [];
    if (different.length === 0) continue;
    const further = undocumentedFields(run.environment.document, operation, found).map(({ at }) => at);
    for (const { name, wanted, found: received } of different) {
      if (further.includes(pointerTo("", name))) continue;
      run.findBroken(
        "listed",
        place,
        promisesStated(run.environment.promises, operation.id, [place], true),
        {
          message: `the body at /${name} is not what the list shows`,
          expected: JSON.stringify(wanted),
          received: JSON.stringify(received),
        },
        found,
      );
    }
  }
}

/** Whether a thing is another of several that the list shows under the same name. */
function isAnother(
  items: readonly JsonObject[],
  item: JsonObject,
  body: unknown,
  { identifies: [own = ""] }: Parameter,
  pointer: string,
): boolean {
  const like = items.filter((each) => each !== item && valueAt(each, pointer) === valueAt(item, pointer));
  return like.some((each) => valueAt(each, own) === valueAt(body, own));
}

/** Reads the list again, to see whether it shows an item. */
async function isStillListed(run: CaseRun, list: PagedList, item: JsonObject): Promise<boolean> {
  run.environment.forget(`whole ${list.operation.id}`);
  const { ids } = await wholeList(run, list);
  return ids.includes(idOf(list.pagination, item));
}

/** The first and the last item, and one for each value of the short texts that tell kinds of items apart. */
function kinds(items: readonly JsonObject[]): JsonObject[] {
  const chosen = new Map<string, JsonObject>();
  for (const name of new Set(items.flatMap((item) => Object.keys(item)))) {
    const byValue = new Map(items.map((item) => [item[name], item]));
    if (byValue.size > 5) continue;
    for (const [value, item] of byValue) if (typeof value === "string") chosen.set(`${name} ${value}`, item);
  }
  return [...new Set([...items.slice(0, 1), ...chosen.values(), ...items.slice(-1)])].slice(0, 8);
}
