import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";
import { data, lifeOf, object, objectIn, text } from "#test/verify/small-store.js";

const NAMED = object({ name: { ...text, minLength: 4, maxLength: 60 } }, ["name"]);
/** So short that a generated one could identify a thing. */
const ID = { ...text, pattern: "^t[0-9]{4}$" };
const THING = object({ id: ID, name: text }, ["id", "name"]);
const LIFE = lifeOf("things", NAMED, THING);
const PATHS = {
  ...LIFE,
  "/things/{id}": {
    ...(LIFE["/things/{id}"] as JsonObject),
    parameters: [{ name: "id", in: "path", required: true, schema: ID }],
  },
};

/** Verifies a server whose deletions take effect later. It gives no identifier twice. */
async function run(later: number, parallel: number) {
  const things = new Map<string, Json>();
  const deleted: string[] = [];
  let last = 1000;
  const { report } = await verifyServer(
    PATHS,
    ({ method, url, body, headers }, response) => {
      const [, collection, id] = (url.split("?")[0] ?? "").split("/");
      if (collection !== "things") return json(response, 404, {});
      if (id !== undefined && !things.has(id)) return json(response, 404, {});
      if (method === "GET")
        return json(response, 200, id === undefined ? [...things.values()] : (things.get(id) ?? {}));
      if (method === "DELETE" && id !== undefined) {
        deleted.push(id);
        setTimeout(() => things.delete(id), later);
        return response.writeHead(204).end();
      }
      if (method !== (id === undefined ? "POST" : "PUT")) return json(response, 405, {});
      const sent = headers["content-type"]?.includes("json") ? objectIn(body) : undefined;
      const name = sent?.name;
      if (typeof name !== "string" || name.length < 4 || name.length > 60) return json(response, 400, {});
      last += 1;
      const key = id ?? `t${last}`;
      const thing = { id: key, name };
      things.set(key, thing);
      json(response, id === undefined ? 201 : 200, thing);
    },
    { ...data, settle: 600 },
    { parallel },
  );
  return { titles: report.causes.map(({ title }) => title), deleted };
}

test.each([1, 8])(
  "a deletion that takes effect 200 ms later has no finding, at %i requests at once",
  async (parallel) => {
    const { titles, deleted } = await run(200, parallel);
    expect(titles).toEqual([]);
    expect(new Set(deleted).size).toBeLessThanOrEqual(deleted.length);
  },
);
