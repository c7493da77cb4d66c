import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { HANDLERS } from "../../src/sandbox/handlers/all.js";
import { startSandbox } from "../../src/sandbox/sandbox.js";
import { violationsOf } from "../mock/violations.js";
import { testSandbox } from "./sandbox.js";

const contract = async (): Promise<OpenApiDocument> => JSON.parse(await readFile("generated/openapi.json", "utf8"));
const memory = async () => ({ location: ":memory:", drop: async () => {} });

test("there is a handler for every operation of the contract, and for nothing else", async () => {
  const { paths } = JSON.parse(await readFile("generated/openapi.json", "utf8"));
  const ids = Object.values<Record<string, { operationId?: string }>>(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(Object.keys(HANDLERS).toSorted()).toEqual(ids.toSorted());
});

test("an operation without a handler keeps the sandbox from starting, by name", async () => {
  const document = await contract();
  Object.assign(document.paths ?? {}, { "/domains": { get: { operationId: "listDomains", responses: {} } } });
  await expect(startSandbox({ port: 0, document })).rejects.toThrow(
    "The contract has the operation listDomains. Give it a handler in src/sandbox/handlers/.",
  );
});

test("every constraint of the contract on requests refuses what breaks it", async () => {
  const sandbox = await testSandbox(memory);
  try {
    const violations = violationsOf(sandbox.document, { authorization: `Bearer ${sandbox.keys.first}` });
    expect(violations.length).toBeGreaterThan(15);
    for (const { name, method, url, headers, body } of violations) {
      const { status } = await sandbox.call(method, url, {
        key: null,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      expect(status >= 400 && status < 500, `${name}: ${status}`).toBe(true);
    }
  } finally {
    await sandbox.stop();
  }
});

test("a constraint that the contract gains is enforced without a change of code", async () => {
  const text = await readFile("generated/openapi.json", "utf8");
  const sandbox = await testSandbox(memory, { document: JSON.parse(text.replace('"maximum": 100', '"maximum": 7')) });
  try {
    expect((await sandbox.call("GET", "/suppressions?limit=7")).status).toBe(200);
    expect((await sandbox.call("GET", "/suppressions?limit=8")).status).toBe(422);
  } finally {
    await sandbox.stop();
  }
});
