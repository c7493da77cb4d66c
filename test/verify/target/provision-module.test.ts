import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/temporary.js";
import { singleCredential } from "#verify/model/target/target.js";
import { loadProvision } from "#verify/target/provision-module.js";

/** Milliseconds: enough to load a module on a slow machine. */
const TIMEOUT = 2000;

async function load(text: string) {
  const file = join(await temporaryFolder("provision"), "provision.mjs");
  await writeFile(file, text);
  const secrets = { credentials: { own: singleCredential("Canary-7f3a9c", "KEY") }, headers: {} };
  return loadProvision({ module: file, url: "https://staging.example.com" }, secrets, TIMEOUT);
}

/** A module that returns an object with these functions. */
const moduleWith = (functions: string) => `export default ({ baseUrl }) => ({ ${functions} });`;

const WANTED = { operation: "revokeGrant", parameter: "id", team: "own" } as const;

test.concurrent.each<[title: string, text: string, message: RegExp]>([
  ["does not parse", "export default (", /^The provision module \S+ cannot be loaded: /],
  ["does not finish loading", "await new Promise(() => {});", /cannot be loaded: it took longer than 2 s$/],
  [
    "does not export a function",
    "export const provision = 5;",
    /does not export a function\. Export `provision\(\{ baseUrl \}\)`\.$/,
  ],
  [
    "returns nothing",
    "export default () => undefined;",
    /does not return an object\. Return an object with functions of these names: disposable, /,
  ],
  ["throws the key", 'throw new Error("no access with Canary-7f3a9c");', /cannot be loaded: no access with \$KEY$/],
  [
    "throws the key in a function",
    'export default () => { throw new Error("Canary-7f3a9c"); };',
    /cannot be used: \$KEY$/,
  ],
  [
    "throws an object without a text",
    "throw Object.assign(Object.create(null), { key: 'Canary-7f3a9c' });",
    /cannot be loaded: an error without a readable text$/,
  ],
  [
    "throws an object whose text cannot be read",
    "throw { toString() { throw new Error('Canary-7f3a9c'); } };",
    /cannot be loaded: an error without a readable text$/,
  ],
  [
    "throws an error whose message is not a text",
    "throw Object.assign(new Error(), { message: ['Canary-7f3a9c'] });",
    /cannot be loaded: \$KEY$/,
  ],
  [
    "throws an error that has the key as its cause",
    "throw new Error('no access', { cause: new Error('Canary-7f3a9c') });",
    /cannot be loaded: no access$/,
  ],
  [
    "throws the key when a function is read",
    moduleWith("get remove() { throw new Error('Canary-7f3a9c'); }"),
    /cannot be used: \$KEY$/,
  ],
  [
    "names a function by the key",
    moduleWith("['Canary-7f3a9c']() {}"),
    /returns the unknown function \$KEY\. Use: disposable, /,
  ],
  ["throws", 'export default () => { throw new Error("no vault"); };', /cannot be used: no vault$/],
  ["does not return", "export default () => new Promise(() => {});", /cannot be used: it took longer than 2 s$/],
  [
    "misspells the name of a function",
    moduleWith("disposables: async () => {}"),
    /returns the unknown function disposables\. Use: disposable, /,
  ],
  ["returns a value in place of a function", moduleWith("remove: true"), /returns remove, which is not a function\.$/],
])("a module that %s ends the run with an explanation", async (_, text, message) => {
  await expect(load(text)).rejects.toThrow(message);
});

test.concurrent.each([
  ["disposable: async () => 'abc'", "disposable has to return { value, tokens } of texts, or nothing"],
  ["disposable: async () => ({ value: 5, tokens: [] })", "disposable has to return { value, tokens } of texts"],
  ["disposable() { throw new Error('at once'); }", "disposable: at once"],
  ["disposable() { throw new Error('no access with Canary-7f3a9c'); }", "disposable: no access with $KEY"],
  ["disposable: async () => { throw Object.create(null); }", "disposable: an error without a readable text"],
  ["disposable: () => Promise.reject('Basic ' + btoa('me:Canary-7f3a9c'))", "disposable: Basic bWU6$KEY"],
  ["disposable: () => ({ get value() { throw new Error('Canary-7f3a9c'); } })", "disposable: $KEY"],
  ["disposable: () => new Promise(() => {})", "disposable: it took longer than 2 s"],
])("the failure of the function { %s } names the module", async (functions, message) => {
  const { disposable } = await load(moduleWith(functions));
  await expect(disposable?.(WANTED)).rejects.toThrow(`the provision module failed: ${message}`);
});

test("a function that timed out is not called again", async () => {
  const { remove } = await load(moduleWith("remove: () => new Promise(() => {})"));
  const created = { operation: "addThing", body: {} };
  await expect(remove?.(created)).rejects.toThrow("remove: it took longer than 2 s");
  await expect(remove?.(created)).rejects.toThrow("remove timed out before and was not called again");
});

test("a function receives the wanted parameter, and is called as a method of its object", async () => {
  const { disposable, isTokenValid } = await load(
    moduleWith(
      "at: baseUrl, disposable({ parameter }) { return { value: parameter + ' at ' + this.at, tokens: [] }; }",
    ),
  );
  expect(await disposable?.(WANTED)).toEqual({ value: "id at https://staging.example.com", tokens: [] });
  expect(isTokenValid).toBeUndefined();
});
