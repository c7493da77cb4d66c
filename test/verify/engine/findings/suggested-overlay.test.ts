import { expect, test } from "vitest";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import { suggestedOverlay } from "#verify/engine/findings/suggested-overlay.js";
import { Contract } from "#verify/model/contract.js";
import { creationKey, relationKey } from "#verify/resources/relation-check.js";

const THING: JsonObject = {
  type: "object",
  properties: { data: { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } } },
};
const CONTENT: JsonObject = { "application/json": { schema: THING } };
const SUCCESS: JsonObject = { description: "A thing.", content: CONTENT };
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "string" } };
const TEAM: JsonObject = { ...ID, name: "team" };
const SHARED: JsonObject = { $ref: "#/components/parameters/Id" };
const CREATED: JsonObject = { $ref: "#/components/responses/Created" };

/** A document with these paths, and a parameter and a response that operations can share. */
function contractOf(paths: JsonObject): Contract {
  const components = { parameters: { Id: ID }, responses: { Created: SUCCESS } };
  const document: OpenApiDocument = { openapi: "3.1.0", info: { title: "Things", version: "1" }, paths, components };
  return new Contract(document);
}

const get = (parameter: JsonObject, others: readonly JsonObject[] = []): JsonObject => ({
  get: { operationId: "getThing", parameters: [...others, parameter], responses: { "200": SUCCESS } },
});
const post = (operationId: string, responses: JsonObject, parameters: readonly JsonObject[] = []): JsonObject => ({
  post: { operationId, parameters: [...parameters], responses },
});

const IDENTIFIES = { "x-identifies": ["/data/id"] };
const link = (parameters: JsonObject) => ({ links: { getThing: { operationId: "getThing", parameters } } });
const AT_DATA = "$response.body#/data/id";

test.each<[title: string, paths: JsonObject, key: string, want: [target: string, update: object][]]>([
  [
    "at its place, on the status that was seen",
    { "/things": post("create", { "200": SUCCESS, "201": SUCCESS }), "/things/{id}": get(ID) },
    "/things/{}",
    [
      ["$.paths['/things/{id}'].get.parameters[0]", IDENTIFIES],
      ["$.paths['/things'].post.responses['201']", link({ id: AT_DATA })],
    ],
  ],
  [
    "by its name, where a thing is created at another path",
    { "/teams/{team}/things": post("create", { "201": SUCCESS }, [TEAM]), "/things/{id}": get(ID) },
    "/things/{}",
    [
      ["$.paths['/things/{id}'].get.parameters[0]", IDENTIFIES],
      ["$.paths['/teams/{team}/things'].post.responses['201']", link({ id: AT_DATA })],
    ],
  ],
  [
    "with the values of its path",
    {
      "/teams/{team}/things": post("create", { "201": SUCCESS }, [TEAM]),
      "/teams/{team}/things/{id}": get(ID, [TEAM]),
    },
    "/teams/{}/things/{}",
    [
      ["$.paths['/teams/{team}/things/{id}'].get.parameters[1]", IDENTIFIES],
      ["$.paths['/teams/{team}/things'].post.responses['201']", link({ team: "$request.path.team", id: AT_DATA })],
    ],
  ],
  [
    "without the parameter that other operations share, whose responses are about something else",
    {
      "/things": post("create", { "201": SUCCESS }),
      "/things/{id}": get(SHARED),
      "/things/{id}/notes": post("addNote", { "200": SUCCESS }, [SHARED]),
    },
    "/things/{}",
    [["$.paths['/things'].post.responses['201']", link({ id: AT_DATA })]],
  ],
  [
    "without the response that the creation of something else shares",
    {
      "/things": post("create", { "201": CREATED }),
      "/things/{id}": get(ID),
      "/notes": post("addNote", { "201": CREATED }),
    },
    "/things/{}",
    [["$.paths['/things/{id}'].get.parameters[0]", IDENTIFIES]],
  ],
])("a relation that held is written %s", async (_, paths, key, want) => {
  const contract = contractOf(paths);
  const resource = resourcesOf(contract).get(key);
  const identifier = resource?.identifiers().find(({ pointer }) => pointer === "/id");
  if (!resource || !identifier) throw new Error(`The document has no ${key} with an id.`);
  const held = new Map([
    [relationKey(resource, identifier), new Set(["t-1"])],
    [creationKey(resource, identifier), new Set(["201 /data/id"])],
  ]);
  const overlay = await suggestedOverlay(contract, { add: () => {}, values: (name) => held.get(name) ?? new Set() });
  expect(overlay?.actions.map(({ target, update }) => [target, update])).toEqual(want);
});
