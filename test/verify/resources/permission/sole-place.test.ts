import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { json } from "../../../server.js";

const text: JsonObject = { type: "string" };
const inPath = (name: string): JsonObject => ({ name, in: "path", required: true, schema: text });
const content = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });
const SERVER: JsonObject = { type: "object", required: ["id"], properties: { id: text, version: text } };
const ZONE: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { ...text, readOnly: true }, name: { ...text, minLength: 1 } },
};
const MISSING: JsonObject = { "404": { description: "Missing." } };
const PLACES: JsonObject = {
  "/servers": { get: { operationId: "listServers", responses: { "200": done({ type: "array", items: SERVER }) } } },
  "/servers/{server_id}": {
    parameters: [inPath("server_id")],
    get: { operationId: "showServer", responses: { "200": done(SERVER), ...MISSING } },
  },
};
const ZONES: JsonObject = {
  "/servers/{server_id}/zones": {
    parameters: [inPath("server_id")],
    get: { operationId: "listZones", responses: { "200": done({ type: "array", items: ZONE }), ...MISSING } },
    post: {
      operationId: "createZone",
      requestBody: { required: true, ...content(ZONE) },
      responses: { "201": done(ZONE), ...MISSING, "400": { description: "Wrong." } },
    },
  },
  "/servers/{server_id}/zones/{zone_id}": {
    parameters: [inPath("server_id"), inPath("zone_id")],
    get: { operationId: "showZone", responses: { "200": done(ZONE), ...MISSING } },
    delete: { operationId: "deleteZone", responses: { "204": { description: "Done." }, ...MISSING } },
  },
};
const OUTSIDE: JsonObject = {
  "/accounts/{account_id}": {
    parameters: [inPath("account_id")],
    delete: { operationId: "deleteAccount", responses: { "204": { description: "Done." }, ...MISSING } },
  },
};

/** A server with places, in each of which there are zones. The document has no way to make a place. */
function serving(places: readonly string[]) {
  const zones = new Map<string, JsonObject>();
  let count = 0;
  const respond: Respond = ({ method, url, body }, response) => {
    const [, server, inside, id] =
      /^\/servers(?:\/([^/]+)(?:\/(zones)(?:\/([^/]+))?)?)?$/.exec(url.split("?")[0] ?? "") ?? [];
    const missing = () => json(response, 404, {});
    if (!url.startsWith("/servers")) return missing();
    if (server === undefined)
      return method === "GET"
        ? json(
            response,
            200,
            places.map((place) => ({ id: place })),
          )
        : missing();
    if (!places.includes(server)) return missing();
    if (inside === undefined) return method === "GET" ? json(response, 200, { id: server, version: "1" }) : missing();
    const known = id === undefined ? undefined : zones.get(id);
    if (method === "POST" && id === undefined) {
      const sent: JsonObject | undefined = parsed(body);
      if (typeof sent?.name !== "string" || sent.name === "") return json(response, 400, {});
      count += 1;
      const zone = { id: `zone-${count}`, name: sent.name };
      zones.set(zone.id, zone);
      return json(response, 201, zone);
    }
    if (method === "GET" && id === undefined) return json(response, 200, [...zones.values()]);
    if (!known) return missing();
    if (method === "GET") return json(response, 200, known);
    if (method !== "DELETE") return missing();
    zones.delete(String(known.id));
    response.writeHead(204).end();
  };
  return { respond, zones, created: () => count };
}

function parsed(body: string): JsonObject | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const SETTINGS = { hasExampleData: false, writes: "reversible", allowed: new Set<string>() } as const;

test("a run creates below the only place that a list shows, and removes all of it", async () => {
  const { respond, zones, created } = serving(["localhost"]);
  const { results, report } = await verifyServer({ ...PLACES, ...ZONES }, respond, SETTINGS);
  expect(results.filter(({ outcome }) => outcome.verdict === "failed")).toEqual([]);
  expect(created()).toBeGreaterThan(0);
  expect(zones.size).toBe(0);
  expect(report.leftovers).toEqual([]);
});

test.each<[title: string, places: string[], more: JsonObject]>([
  ["a list shows several places: they may be those of others", ["mina", "otto"], {}],
  ["the document changes things beside the place: it is not the place of all", ["localhost"], OUTSIDE],
])("a run creates nothing where %s", async (_, places, more) => {
  const { respond, created } = serving(places);
  await verifyServer({ ...PLACES, ...ZONES, ...more }, respond, SETTINGS);
  expect(created()).toBe(0);
});

test("the advice of a reading run counts the creations below the only place", async () => {
  const { results } = await verifyServer({ ...PLACES, ...ZONES }, serving(["localhost"]).respond, {
    ...SETTINGS,
    writes: "none",
  });
  const cases = results.filter(({ operation }) => operation === "createZone");
  const needsOf = ({ outcome }: (typeof results)[number]) => (outcome.verdict === "skipped" ? outcome.needs : []);
  expect(cases.flatMap(needsOf)).toContainEqual({ kind: "writes", level: "reversible" });
  expect(cases.flatMap(needsOf)).not.toContainEqual({ kind: "own" });
});
