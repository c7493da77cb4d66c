import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Starts a mock in a process of its own, and prints a generated response, and the packages that were loaded. */
const SCRIPT = `
import { createRequire } from "node:module";
import { startMock } from "./src/mock/mock.ts";
const mock = await startMock({ spec: "generated/openapi.json", port: 0 });
const headers = { authorization: "Bearer any", prefer: "dynamic=true" };
const response = await fetch(mock.url + "/suppressions", { headers });
const { data } = await response.json();
const files = Object.keys(createRequire(import.meta.url).cache);
console.log(JSON.stringify({ status: response.status, isList: Array.isArray(data), files }));
await mock.close();
`;

test("the mock responds with generated values, and loads neither faker nor the reader of Postman collections", async () => {
  const args = ["--import", "tsx/esm", "--input-type=module", "--eval", SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { status, isList, files } = JSON.parse(stdout);
  expect({ status, isList }).toEqual({ status: 200, isList: true });
  const loaded = (name: string) => files.filter((file: string) => file.replaceAll("\\", "/").includes(`/${name}/`));
  expect(loaded("@stoplight/prism-http").length).toBeGreaterThan(20);
  // A module that is replaced is in the cache by its name, but no other file of its package is.
  expect(loaded("@faker-js/faker").length).toBeLessThanOrEqual(1);
  expect(loaded("json-schema-faker").length).toBeLessThanOrEqual(1);
  expect(loaded("postman-collection")).toEqual([]);
  expect(loaded("tr46")).toEqual([]);
});
