import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { run } from "../command-line.js";
import { json, serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";
import { documentOf, type Respond } from "./small-document.js";
import { isText, lifeOf, object, objectIn, text } from "./small-store.js";

/** The items of a list that others made: a response has 8 MB. */
const ITEMS = Array.from({ length: 60_000 }, (_, id) => ({
  ...{ id: `thing_${id}`, name: `The name of thing ${id}`, note: "This is what others wrote of it. ".repeat(2) },
}));

/** The heap of the run, in megabytes: enough for a few such lists, and for none that stays. */
const HEAP = 180;

const name: JsonObject = { ...text, minLength: 1, maxLength: 80 };
const sent = object({ name }, ["name"]);
const paths = lifeOf("things", sent, object({ id: text, name, note: text }, ["id", "name"]));

/** A server whose list has all of its things at once. */
function longList(): Respond {
  const made = new Map<string, JsonObject>();
  let last = 0;
  return ({ method, url, body, headers }, response) => {
    const id = url.split("?")[0]?.split("/")[2];
    const found = id === undefined ? undefined : (made.get(id) ?? ITEMS.find((item) => item.id === id));
    if (id !== undefined && !found) return json(response, 404, {});
    if (method === "GET") return json(response, 200, found ?? [...made.values(), ...ITEMS]);
    if (method === "DELETE" && id !== undefined) {
      made.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== (id === undefined ? "POST" : "PUT")) return json(response, 405, {});
    if (!headers["content-type"]?.includes("json")) return json(response, 400, {});
    const given = objectIn(body);
    if (!isText(given?.name) || [...String(given?.name)].length > 80) return json(response, 400, {});
    last += 1;
    const thing = { name: given?.name ?? null, id: id ?? `made_${last}f3c9a${last}` };
    made.set(thing.id, thing);
    json(response, id === undefined ? 201 : 200, thing);
  };
}

test("a run that reads a list of 60,000 items again and again keeps none of them", async () => {
  const folder = await temporaryFolder("long");
  const spec = join(folder, "openapi.json");
  await writeFile(spec, JSON.stringify(documentOf(paths)));
  const server = await serve(longList());
  const target = ["--base-url", server.url, "--no-key", "--allow-writes", "--reports", folder];
  const { code, stdout } = await run([
    `--max-old-space-size=${HEAP}`,
    ...["src/cli.ts", "verify", "--spec", spec, ...target],
  ]);
  await server.close();
  expect(code, stdout).toBe(0);
  const lists = server.seen.filter(({ method, url }) => method === "GET" && /^\/things($|\?)/.test(url));
  expect(lists.length).toBeGreaterThan(5);
});
