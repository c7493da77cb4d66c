import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { run, start } from "#test/command-line.js";
import { json, serve } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { documentOf } from "#test/verify/small-document.js";

const NAME: JsonObject = { type: "string", minLength: 8, maxLength: 60 };
const THING: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: NAME } };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });
const REJECTED: JsonObject = { "4XX": { description: "Rejected." } };
const PATHS: JsonObject = {
  "/things": {
    get: { operationId: "listThings", responses: { "200": done({ type: "array", items: THING }), ...REJECTED } },
    post: {
      operationId: "createThing",
      requestBody: {
        required: true,
        ...content({ type: "object", required: ["name"], properties: { name: NAME } }),
      },
      responses: { "201": done(THING), ...REJECTED },
    },
  },
  "/things/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    get: { operationId: "getThing", responses: { "200": done(THING), ...REJECTED } },
    delete: { operationId: "deleteThing", responses: { "204": { description: "Done." }, ...REJECTED } },
  },
};

interface Settings {
  /** Whether a creation gets no response. */
  isSilent?: boolean;
  /** Whether DELETE is rejected. */
  keeps?: boolean;
}

/** A server with a thing of somebody. Its settings can be changed while it runs. */
async function startThings(settings: Settings) {
  const things = new Map([[7, "somebody's thing"]]);
  let last = 100;
  const server = await serve(({ method, url, body }, response) => {
    const id = Number(url.split("/")[2]);
    const show = (own: number) => ({ id: own, name: things.get(own) ?? null });
    if (url === "/things" && method === "POST") {
      const sent = /^\{.*\}$/s.test(body) ? JSON.parse(body) : {};
      if (typeof sent.name !== "string" || sent.name.length < 8) return json(response, 400, {});
      last += 1;
      things.set(last, sent.name);
      if (!settings.isSilent) json(response, 201, show(last));
      return undefined;
    }
    if (url === "/things") return json(response, 200, [...things.keys()].map(show));
    if (!things.has(id)) return json(response, 404, {});
    if (method === "PUT") {
      const sent = /^\{.*\}$/s.test(body) ? JSON.parse(body) : {};
      if (typeof sent.name !== "string" || sent.name.length < 8) return json(response, 400, {});
      things.set(id, sent.name);
    }
    if (method !== "DELETE") return json(response, 200, show(id));
    if (settings.keeps) return json(response, 409, {});
    things.delete(id);
    return response.writeHead(204).end();
  });
  return { things, server };
}

/** Kills a run as soon as it has created so many things, before it removes any. */
async function killedRun(given: Settings, most: number) {
  const settings = { ...given, keeps: true };
  const { things, server } = await startThings(settings);
  const folder = await temporaryFolder("killed");
  const spec = join(folder, "openapi.json");
  await writeFile(spec, JSON.stringify(documentOf(PATHS)));
  const args = ["src/cli.ts", "verify", "--spec", spec, "--base-url", server.url, "--reports", folder];
  const child = start([...args, "--allow-writes"]);
  while (things.size <= most && child.exitCode === null) await setTimeout(2);
  child.kill("SIGKILL");
  await once(child, "exit");
  const file = join(folder, "ledger.jsonl");
  const [cleanUp, verify] = [() => run([...args, "--clean-up"]), () => run(args)];
  return { settings, things, server, file, cleanUp, verify };
}

test.each<[title: string, settings: Settings, most: number]>([
  ["creations that were answered", {}, 2],
  ["a creation that was not answered yet: the list shows it", { isSilent: true }, 1],
])("after SIGKILL, --clean-up removes what the run had created, and nothing else: %s", async (_, given, most) => {
  const { settings, things, server, file, cleanUp } = await killedRun(given, most);
  try {
    expect(things.size).toBeGreaterThan(1);
    const rejected = await cleanUp();
    expect(rejected.code).toBe(1);
    expect(rejected.stdout).toMatch(/remains? on http:\/\/127\.0\.0\.1:\d+:\n {2}createThing \/things\/10\d .*409/);
    expect(rejected.stdout).toMatch(/^If .* may stay, delete .*ledger\.jsonl: each run names what it has\.$/m);
    settings.keeps = false;
    // A process may end while it writes a line.
    await appendFile(file, '{"id":"x-1","sent":');
    expect(await cleanUp()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Removed \d+ resources? of/) });
    expect([...things]).toEqual([[7, "somebody's thing"]]);
    expect(existsSync(file)).toBe(false);
  } finally {
    await server.close();
  }
});

test("--clean-up leaves a number that somebody else has by now, and names it", async () => {
  // The second creation shows that the first one was answered.
  const { settings, things, server, cleanUp } = await killedRun({}, 2);
  try {
    settings.keeps = false;
    things.set(101, "somebody else's thing");
    const { code, stdout } = await cleanUp();
    expect({ code, thing: things.get(101) }).toEqual({ code: 1, thing: "somebody else's thing" });
    const reason = "it does not have what the run sent, so it may be somebody else's";
    expect(stdout).toContain(`createThing /things/101 (${reason})`);
  } finally {
    await server.close();
  }
});

test("--clean-up of another server names the server on which the creations are", async () => {
  const { server, file, cleanUp } = await killedRun({}, 1);
  const other = await startThings({});
  try {
    await writeFile(file, (await readFile(file, "utf8")).replaceAll(server.url, other.server.url));
    const { code, stdout } = await cleanUp();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+ creations? on another server, http:\S+: name it \(--base-url, --target\)\.$/m);
    expect(stdout).toContain(other.server.url);
  } finally {
    await server.close();
    await other.server.close();
  }
});

test("the file has no key, a later run names it, and a run that removes all that it created has none", async () => {
  const { settings, server, file, cleanUp, verify } = await killedRun({}, 1);
  try {
    expect(await readFile(file, "utf8")).not.toContain("test-key");
    const { stderr } = await verify();
    expect(stderr).toMatch(/^Earlier runs may have left \d+ resources? on http:\S+: createThing/m);
    expect(stderr).toContain(`delete ${file}.`);
    settings.keeps = false;
    await cleanUp();
    const nothing = await cleanUp();
    expect(nothing).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing to remove") });
  } finally {
    await server.close();
  }
});

test("after a run whose key may not delete, --clean-up removes all that it created and changed", async () => {
  // At the level `reversible`, it would stop after the first rejected removals.
  const settings = { keeps: true };
  const { things, server } = await startThings(settings);
  try {
    const folder = await temporaryFolder("kept");
    const spec = join(folder, "openapi.json");
    const requestBody = {
      required: true,
      ...content({ type: "object", required: ["name"], properties: { name: NAME } }),
    };
    const put = { operationId: "replaceThing", requestBody, responses: { "200": done(THING), ...REJECTED } };
    const item = { ...asObject(PATHS["/things/{id}"]), put };
    await writeFile(spec, JSON.stringify(documentOf({ ...PATHS, "/things/{id}": item })));
    const args = ["src/cli.ts", "verify", "--spec", spec, "--base-url", server.url, "--reports", folder];
    const { stdout } = await run([...args, "--allow-writes", "creations"]);
    expect(server.seen.filter(({ method }) => method === "PUT").length).toBeGreaterThan(2);
    expect(stdout).toMatch(/\d+ resources were created and not removed:/);
    expect(stdout).not.toContain("existed before");
    settings.keeps = false;
    expect((await run([...args, "--clean-up"])).stdout).toMatch(/^Removed \d+ resources of earlier runs\.\n$/);
    expect([...things]).toEqual([[7, "somebody's thing"]]);
  } finally {
    await server.close();
  }
});

/** A part of a thing: its creation has no text that a list could show. */
const PART: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const PARTS: JsonObject = {
  "/things/{id}/parts": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    get: { operationId: "listParts", responses: { "200": done({ type: "array", items: PART }), ...REJECTED } },
    post: {
      operationId: "createPart",
      requestBody: { required: true, ...content({ type: "object" }) },
      responses: { "201": done(PART), ...REJECTED },
    },
  },
};

test.each([
  ["with it", true, "Removed 2 resources of earlier runs.\n"],
  ["before it, and no response showed the creation", false, "Removed 1 resource of earlier runs.\n"],
])("--clean-up names no creation below a thing that is gone %s", async (_, isThingOpen, printed) => {
  const settings = {};
  const { things, server } = await startThings(settings);
  const folder = await temporaryFolder("below");
  const file = join(folder, "ledger.jsonl");
  const spec = join(folder, "openapi.json");
  try {
    await writeFile(spec, JSON.stringify(documentOf({ ...PATHS, ...PARTS })));
    const request = (operation: string, path: number[], body: JsonObject | null, texts: string[]) => {
      return { operation, path, credential: "own", type: "application/json", body, texts };
    };
    const at = { baseUrl: server.url, at: "2026-01-02T03:04:05.000Z" };
    const name = "the name of a run";
    if (isThingOpen) things.set(101, name);
    const creation = {
      id: "r-1-0",
      pointer: "/id",
      value: 101,
      address: "/things/101",
      wasAbsent: true,
      isProven: true,
    };
    const lines = [
      { id: "r-1", ...at, sent: request("createThing", [], { name }, [name]) },
      { of: "r-1", status: 201, created: [creation] },
      { id: "r-2", ...at, sent: request("createPart", [101], null, []) },
    ];
    const open = isThingOpen ? lines : lines.slice(2);
    await writeFile(file, open.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const args = ["src/cli.ts", "verify", "--spec", spec, "--base-url", server.url, "--reports", folder, "--clean-up"];
    expect(await run(args)).toMatchObject({ code: 0, stdout: printed });
    expect([...things]).toEqual([[7, "somebody's thing"]]);
    expect(existsSync(file)).toBe(false);
    // Below a thing that is there, it remains, and is named by its place and its body.
    await writeFile(file, `${JSON.stringify({ ...lines[2], sent: request("createPart", [7], null, []) })}\n`);
    const { code, stdout } = await run(args);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "  createPart below /things/7, with the body null (the target did not respond, and may have stored it)",
    );
  } finally {
    await server.close();
  }
});
