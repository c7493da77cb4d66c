import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, serve } from "#test/server.js";
import { documentOf } from "#test/verify/small-document.js";
import type { Target } from "#verify/model/target/target.js";
import { verify } from "#verify/verify.js";
import { testTarget } from "../target.js";

const NAME: JsonObject = { type: "string", minLength: 8, maxLength: 60 };
const ZONE: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "string" }, name: NAME } };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });
const REJECTED: JsonObject = { "4XX": { description: "Rejected." } };
/** Nothing in the document says that the DELETE removes what the POST creates. */
const PATHS: JsonObject = {
  "/zones": {
    get: { operationId: "listZones", responses: { "200": done({ type: "array", items: ZONE }), ...REJECTED } },
    post: {
      operationId: "createZone",
      requestBody: {
        required: true,
        ...content({ type: "object", required: ["name"], properties: { name: NAME } }),
      },
      responses: { "201": done(ZONE), ...REJECTED },
    },
  },
  "/admin/registry/{key}": {
    parameters: [{ name: "key", in: "path", required: true, schema: { type: "string" } }],
    delete: { operationId: "dropRegistryEntry", responses: { "204": { description: "Done." }, ...REJECTED } },
  },
};

/** Verifies a server with a zone of somebody. Returns its zones, and what the run says of them. */
async function zonesAfter(settings: Partial<Target>) {
  const zones = new Map([["theirs", "somebody's zone"]]);
  let created = 0;
  const server = await serve(({ method, url, body }, response) => {
    const key = url.split("/").at(-1) ?? "";
    const show = (id: string) => ({ id, name: zones.get(id) ?? null });
    if (url === "/zones" && method === "POST") {
      const sent = /^\{.*\}$/s.test(body) ? JSON.parse(body) : {};
      if (typeof sent.name !== "string" || sent.name.length < 8) return json(response, 400, {});
      created += 1;
      zones.set(`z-${created}`, sent.name);
      return json(response, 201, show(`z-${created}`));
    }
    if (url === "/zones") return json(response, 200, [...zones.keys()].map(show));
    if (method === "DELETE" && zones.delete(key)) return response.writeHead(204).end();
    return json(response, 404, {});
  });
  try {
    const target = testTarget(server.url, { credentials: {}, hasExampleData: false, ...settings });
    const { cases, leftovers } = await verify({ contract: documentOf(PATHS), target });
    const reasons = cases.flatMap(({ operation, outcome }) =>
      operation === "createZone" && outcome.verdict === "skipped" ? [outcome.reason] : [],
    );
    return { created, zones: [...zones], leftovers, reasons };
  } finally {
    await server.close();
  }
}

const THEIRS = [["theirs", "somebody's zone"]];

test("at the level of reversible writes, a creation that nothing removes is not sent, and the reason names the level", async () => {
  const { created, reasons } = await zonesAfter({ writes: "reversible" });
  expect(created).toBe(0);
  expect(new Set(reasons)).toEqual(new Set(["nothing removes what it creates"]));
});

test("a removal that the target file gives makes a creation reversible, and removes what it created", async () => {
  const removals = new Map([["createZone", "dropRegistryEntry"]]);
  const { created, zones, leftovers } = await zonesAfter({ writes: "reversible", removals });
  expect(created).toBeGreaterThan(2);
  expect({ zones, leftovers }).toEqual({ zones: THEIRS, leftovers: [] });
});

test("at the level of creations, what remains is named one by one", async () => {
  const { created, zones, leftovers } = await zonesAfter({ writes: "creations" });
  expect(created).toBeGreaterThan(2);
  expect(leftovers.length).toBe(zones.length - 1);
});
