import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadProvision } from "../../src/contract/provision.js";
import { temporaryFolder } from "../temporary.js";

/** Milliseconds: long enough to load a module, on a machine that is slow. */
const PATIENCE = 2000;

async function load(text: string) {
  const file = join(await temporaryFolder("provision"), "provision.mjs");
  await writeFile(file, text);
  return loadProvision(file, "https://staging.example.com", PATIENCE);
}

const offering = (what: string) => `export default ({ baseUrl }) => ({ ${what} });`;

test.concurrent.each<[string, string, RegExp]>([
  ["does not parse", "export default (", /^The provision module \S+ cannot be loaded: /],
  ["never ends loading", "await new Promise(() => {});", /cannot be loaded: it took longer than 2 s$/],
  [
    "exports no function",
    "export const provision = 5;",
    /exports no function\. Export `provision\(\{ baseUrl \}\)`\.$/,
  ],
  ["offers nothing", "export default () => undefined;", /offers nothing\. Return an object of disposable, /],
  ["throws", 'export default () => { throw new Error("no vault"); };', /cannot be used: no vault$/],
  ["never offers", "export default () => new Promise(() => {});", /cannot be used: it took longer than 2 s$/],
  [
    "misspells a name",
    offering("disposables: async () => {}"),
    /offers disposables, which nothing asks for\. There are /,
  ],
  ["offers no function", offering("remove: true"), /offers remove, which is no function\.$/],
])("a module that %s ends the run with what to do", async (_, text, message) => {
  await expect(load(text)).rejects.toThrow(message);
});

test.concurrent.each([
  ["disposable: async () => 'abc'", "disposable has to return { value, tokens } of texts, or nothing"],
  ["disposable: async () => ({ value: 5, tokens: [] })", "disposable has to return { value, tokens } of texts"],
  ["disposable() { throw new Error('at once'); }", "disposable: at once"],
  ["disposable: () => new Promise(() => {})", "disposable: it took longer than 2 s"],
])("what { %s } does is told as the module's failure", async (offer, message) => {
  const { disposable } = await load(offering(offer));
  const wanted = { operation: "revokeGrant", parameter: "id", team: "own" } as const;
  await expect(disposable?.(wanted)).rejects.toThrow(`the provision module failed: ${message}`);
});

test("what took too long once is not waited for again", async () => {
  const { remove } = await load(offering("remove: () => new Promise(() => {})"));
  const created = { operation: "addThing", body: {} };
  await expect(remove?.(created)).rejects.toThrow("remove: it took longer than 2 s");
  await expect(remove?.(created)).rejects.toThrow("remove took too long before, and was not called again");
});

test("a module's functions are called as its own, with what they are asked for", async () => {
  const { disposable, isTokenValid } = await load(
    offering("disposable({ parameter }) { return { value: parameter + ' at ' + baseUrl, tokens: [] }; }"),
  );
  const wanted = { operation: "revokeGrant", parameter: "id", team: "own" } as const;
  expect(await disposable?.(wanted)).toEqual({ value: "id at https://staging.example.com", tokens: [] });
  expect(isTokenValid).toBeUndefined();
});
