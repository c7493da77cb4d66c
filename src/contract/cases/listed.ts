import { isObject, type JsonObject } from "../../openapi/document.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { valueAt } from "../../openapi/pointer.js";
import { success } from "../ask.js";
import { type Case, NotVerified } from "../case.js";
import { type CaseRun, jsonOf, succeeded } from "../case-run.js";
import { differences } from "../checks/returned.js";
import type { Environment } from "../environment.js";
import { promisesStated } from "../proves.js";
import { type PagedList, wholeList } from "./walk.js";

/** What a list shows is retrieved one by one, by each of the values that name it, and is the same there. */
export function listedCases({ operations, promises }: Environment, operation: Operation): Case[] {
  const parameter = operation.parameters.findLast((each) => each.in === "path");
  const collection = operation.path.replace(/\/\{[^{}]+\}$/, "");
  const list = operations.find(({ method, path, pagination }) => method === "get" && path === collection && pagination);
  if (operation.method !== "get" || !list?.pagination || !parameter || collection === operation.path) return [];
  const paged: PagedList = { operation: list, pagination: list.pagination };
  return parameter.identifies.map((pointer) => ({
    name: `${operation.id} › finds what is listed by its ${pointer.split("/").at(-1)}`,
    kind: "sequence",
    operation,
    proves: promisesStated(promises, operation.id, [parameter.pointer], false),
    writes: false,
    parameter: parameter.name,
    run: (run) => retrieveListed(run, paged, operation, parameter, pointer),
  }));
}

async function retrieveListed(
  run: CaseRun,
  list: PagedList,
  operation: Operation,
  parameter: Parameter,
  pointer: string,
): Promise<void> {
  const { items } = await wholeList(run, list);
  const chosen = different(items);
  if (chosen.length === 0) throw new NotVerified("the list is empty");
  for (const item of chosen) {
    const value = valueAt(item, pointer);
    if (value === undefined || value === null) continue;
    const found = await run.ask(
      { operation, parameters: [{ parameter, value }] },
      success(operation, "the list shows it", { places: [parameter.pointer] }),
    );
    const body = succeeded(found) ? jsonOf(found) : undefined;
    // Another representation may say other things of it; of the same fields it says the same where both are short.
    const same = isObject(body) && Object.keys(item).every((name) => Object.hasOwn(body, name));
    for (const { name, wanted, found: received } of same ? differences(item, body) : []) {
      run.findBroken(
        "listed",
        parameter.pointer,
        promisesStated(run.environment.promises, operation.id, [parameter.pointer], true),
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

/** The first and the last item, and one for each value of the short texts that tell kinds of items apart. */
function different(items: readonly JsonObject[]): JsonObject[] {
  const chosen = new Map<string, JsonObject>();
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      const kinds = new Set(items.map((each) => each[name]));
      if (typeof value === "string" && kinds.size <= 5) chosen.set(`${name} ${value}`, item);
    }
  }
  return [...new Set([...items.slice(0, 1), ...chosen.values(), ...items.slice(-1)])].slice(0, 8);
}
