import { afterEach, expect, test } from "vitest";
import { createClient } from "#generated/client.js";
import { json, serve, type TestServer } from "../server.js";

const IMPORT = {
  object: "contact_import",
  id: "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b",
  status: "completed",
  created_at: "2026-11-01 10:05:12.120+00",
  completed_at: "2026-11-01 10:06:03.754+00",
  counts: { total: 5, created: 2, updated: 1, skipped: 1, failed: 1 },
};
const input = { path: { id: IMPORT.id } };

let server: TestServer | undefined;
afterEach(() => server?.close());

test.each([
  ["a wrong date", { created_at: "yesterday" }, "the body at /created_at must match pattern"],
  ["a wrong type", { counts: { ...IMPORT.counts, total: "5" } }, "the body at /counts/total must be integer"],
  ["a wrong constant", { object: "import" }, 'the body at /object must be "contact_import"'],
])("with `validate: true`, %s in a response is an InvalidResponse that names the place", async (_, fields, message) => {
  server = await serve((_seen, response) => json(response, 200, { ...IMPORT, ...fields }));
  const client = createClient({ baseUrl: server.url, validate: true });
  const result = await client.retrieveContactImport(input);
  expect(result).toMatchObject({ ok: false, status: null, failure: { name: "InvalidResponse", status: 200 } });
  expect(result.ok ? "" : result.failure?.message).toContain(message);
  expect(result.ok ? "" : result.failure?.body).toEqual({ ...IMPORT, ...fields });
  expect(server.seen).toHaveLength(1);
});

test("a valid response, an error without a described body, and every response without the option pass", async () => {
  server = await serve((_, response) => json(response, 200, IMPORT));
  expect(await createClient({ baseUrl: server.url, validate: true }).retrieveContactImport(input)).toMatchObject({
    ok: true,
    data: IMPORT,
  });
  await server.close();
  server = await serve((_, response) => json(response, 403, { any: "thing" }));
  expect(await createClient({ baseUrl: server.url, validate: true }).retrieveContactImport(input)).toMatchObject({
    status: 403,
    failure: null,
  });
  await server.close();
  server = await serve((_, response) => json(response, 200, {}));
  expect(await createClient({ baseUrl: server.url }).retrieveContactImport(input)).toMatchObject({ ok: true });
});

test("`validate` may load the validation, and a validation that cannot be loaded is a failure", async () => {
  server = await serve((_, response) => json(response, 200, {}));
  const load = () => import("#generated/validation.js");
  expect(await createClient({ baseUrl: server.url, validate: load }).retrieveContactImport(input)).toMatchObject({
    failure: { name: "InvalidResponse" },
  });
  const validate = () => Promise.reject(new Error("Cannot find package 'ajv'"));
  const result = await createClient({ baseUrl: server.url, validate }).retrieveContactImport(input);
  expect(result).toMatchObject({ failure: { name: "InvalidResponse" } });
  expect(result.ok ? "" : result.failure?.message).toContain("no validation: Cannot find package 'ajv'");
});
