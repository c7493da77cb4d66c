import type { JsonObject } from "#openapi/document/document.js";
import type { Danger, Kind } from "./api.js";
import { collectionDangers } from "./collection-dangers.js";
import { procedureDangers } from "./procedure-dangers.js";
import type { Random } from "./random.js";

/** Random paths of resources that exist once. */
export function randomSingletons(random: Random, prefix: string): string[] {
  return ["/settings", "/user", "/account"].filter(() => random.chance(0.15)).map((path) => prefix + path);
}

/** A random selection of operations that can change data of others. */
export function randomDangers(
  random: Random,
  prefix: string,
  kinds: readonly Kind[],
  singletons: readonly string[],
): Danger[] {
  const possible = [
    ...kinds.flatMap((kind) => collectionDangers(random, kind)),
    ...kinds.flatMap((kind) => procedureDangers(random, prefix, kind, kinds)),
  ];
  return [
    ...random.sample(possible, random.integer(0, 4)),
    ...singletons.flatMap((path) => singleDangers(random, path)),
  ];
}

const SETTINGS: JsonObject = { type: "object", properties: { theme: { type: "string" } } };
const content = { "application/json": { schema: SETTINGS } };
const rejected = { "4XX": { description: "Rejected." } };

/** Operations on a resource that exists once. */
function singleDangers(random: Random, path: string): Danger[] {
  const method = random.pick(["put", "patch", "delete"] as const);
  const operation: JsonObject = {
    ...(method === "delete" ? {} : { requestBody: { required: true, content } }),
    responses: { [method === "delete" ? "204" : "200"]: { description: "Done." }, ...rejected },
  };
  return [{ method, path, parameters: [], operation, procedure: undefined }];
}
