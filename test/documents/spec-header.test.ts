import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diffCommand } from "#scripts/diff/command.js";
import { docsCommand } from "#scripts/docs/command.js";
import { lintCommand } from "#scripts/lint/command.js";
import { runHere } from "../run-here.js";
import { json, serve, type TestServer } from "../server.js";
import { temporaryFolder } from "../temporary.js";

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1.0.0" },
  paths: {
    "/things": { get: { operationId: "listThings", responses: { "204": { description: "There are no things." } } } },
  },
};

/** A server that shows its document to who has the key, and another that shows it to everyone. */
let closed: TestServer;
let open: TestServer;
beforeAll(async () => {
  closed = await serve(({ headers }, response) => json(response, headers["x-key"] === "k" ? 200 : 401, DOCUMENT));
  open = await serve((_, response) => json(response, 200, DOCUMENT));
});
afterAll(async () => {
  await Promise.all([closed.close(), open.close()]);
});

test("docs reads a document that needs a header", async () => {
  const out = await temporaryFolder("docs");
  const args = ["--spec", `${closed.url}/openapi.json`, "--out", out];
  expect((await runHere(docsCommand, args)).code).toBe(2);
  const { code, stderr } = await runHere(docsCommand, [...args, "--spec-header", "X-Key: k"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(await readFile(join(out, "openapi.json"), "utf8")).toContain("listThings");
});

test("diff reads both documents of a server that needs a header", async () => {
  const args = [`${closed.url}/old.json`, "--spec", `${closed.url}/new.json`, "--wire"];
  expect((await runHere(diffCommand, args)).code).toBe(2);
  const { code, stdout, stderr } = await runHere(diffCommand, [...args, "--spec-header", "X-Key: k"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("unchanged");
});

test("lint reads a document that needs a header, with the profile and the corrections of others", async () => {
  const args = ["--spec", `${closed.url}/openapi.json`, "--format=json"];
  const denied = await runHere(lintCommand, args);
  expect([denied.code, denied.stderr]).toEqual([1, expect.stringContaining("401")]);
  const { code, stdout, stderr } = await runHere(lintCommand, [...args, "--spec-header", "X-Key: k"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("security-defined")]);
  expect(stderr).not.toContain("Validation failed");
});

test("diff sends the header of --spec to no other origin", async () => {
  const args = [`${open.url}/old.json`, "--spec", `${closed.url}/new.json`, "--wire", "--spec-header", "X-Key: k"];
  expect((await runHere(diffCommand, args)).code).toBe(0);
  expect(open.seen.map(({ headers }) => headers["x-key"])).toEqual([undefined]);
});
