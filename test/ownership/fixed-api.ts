import type { Api, Kind } from "./api.js";
import { numberedIds } from "./ids.js";
import { procedureDangers } from "./procedure-dangers.js";
import { Random } from "./random.js";

const TITLED: Kind["fields"] = [
  {
    name: "title",
    schema: { type: "string", minLength: 1 },
    required: true,
    samples: ["Ann's", "Production", "Other"],
  },
];

/** An API of the things 1 to 3, of parts below them, and of `/settings`, with all dangerous operations. */
export function fixedApi(traits: Partial<Kind> = {}, traitsOfParts: Partial<Kind> = {}): Api {
  const thing: Kind = {
    ...{ name: "thing", noun: "thing", collection: "/things", item: "/things/{id}", parameter: "id", idField: "id" },
    ...{ ids: numberedIds(3), parent: undefined, ignoresParent: false, fields: TITLED, optionalBody: false },
    verbs: new Set(["list", "get", "create", "put", "patch", "delete"]),
    creation: { status: 201, form: "id", names: "new", location: "none", links: "none" },
    ...{ declaresParameters: true, parametersOnOperations: false, upserts: true, clientIds: "never" },
    ...{ refersTo: undefined, examples: "none", list: { wrapped: false, most: 100 }, validates: false },
    ...{ missingGet: 404, hindrance: "none" },
    ...traits,
  };
  const part: Kind = {
    ...thing,
    ...{ name: "thing/part", noun: "thing-part", parameter: "partId", ids: numberedIds(2), parent: thing },
    ...{ collection: "/things/{id}/parts", item: "/things/{id}/parts/{partId}" },
    ...traitsOfParts,
  };
  const kinds = [thing, part];
  const dangers = procedureDangers(new Random(1), "", thing, kinds);
  return { seed: 1, kinds, dangers, singletons: ["/settings"], secured: false, namesOperations: true };
}
