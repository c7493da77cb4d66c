import { join } from "node:path";
import { setupServer } from "msw/node";
import { beforeAll, expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import { CALLS } from "#test/documents/writers/calls.js";
import { atServer, compilerOutput, type WriterClient, writeClients } from "#test/documents/writers/clients.js";
import { temporaryFolder } from "../temporary.js";

// Documents in test/documents/writers/: NestJS, tsoa, Hono, Fastify and Elysia wrote theirs, the others are by hand in the style of their writer.

const FILES = CALLS.map(({ file }) => file);

let root: string;
let output: string;
let clients: Map<string, WriterClient>;
beforeAll(async () => {
  root = await temporaryFolder("writers");
  clients = await writeClients(root);
  output = await compilerOutput(root);
});

/** Ten calls, and each of them succeeds. */
function expectTen(results: readonly string[]): void {
  expect(results.filter((result) => !result.endsWith(" ok"))).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(10);
}

test.each(FILES)("ten calls compile without a cast for the document %s", (file) => {
  expect(output.split("\n").filter((line) => line.includes(`${file}/`))).toEqual([]);
  expect(CALLS.find((calls) => calls.file === file)?.code).not.toMatch(/\bas\b|contentType: "(?!multipart)/);
  expect(clients.get(file)?.schema).not.toContain("by openapi-typescript");
});

test.each(FILES)("the handlers for MSW answer the ten calls for %s", async (file) => {
  const { handlers } = await import(join(root, file, "msw.ts"));
  const server = setupServer(...handlers());
  server.listen({ onUnhandledRequest: "error" });
  try {
    const { results } = await import(join(root, file, "use.ts"));
    expectTen(results);
  } finally {
    server.close();
  }
});

test.each(FILES)("the mock answers the ten calls for %s over HTTP", async (file) => {
  const mock = await startMock({ spec: join("test/documents/writers", file), port: 0 });
  try {
    const { results } = await atServer(mock.url, () => import(`${join(root, file, "use.ts")}?mock`));
    expectTen(results);
  } finally {
    await mock.close();
  }
});

test("no other problem is reported, and each name that was changed is a warning", () => {
  expect(output).toBe("");
  expect([...clients].filter(([, { warnings }]) => warnings.length > 0)).toEqual([]);
});
