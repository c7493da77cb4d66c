import { expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { TEAM_API } from "#team-api/team-api.js";
import { startEmbeddedTarget } from "#verify/target/embedded-target.js";

test("a plan starts no mock, and has the facts of the mock", async () => {
  const spec = "test/documents/accounts.yaml";
  // A mock of this document cannot start.
  const document = { ...(await loadDocument(spec)), info: null };
  await expect(startEmbeddedTarget({ spec }, document, {}, "mock")).rejects.toThrow("has no `info`");
  const { name, target, close } = await startEmbeddedTarget({ spec }, document, {}, "mock", true);
  expect([name, target.keepsState, Object.keys(target.credentials)]).toEqual(["the mock", false, ["own"]]);
  await close();
});

test("the sandbox cannot be started for a document with none of its operations", async () => {
  const document = await loadDocument("test/documents/accounts.yaml");
  const spec = "test/documents/accounts.yaml";
  for (const api of [{}, TEAM_API]) {
    await expect(startEmbeddedTarget({ spec }, document, api, "sandbox")).rejects.toThrow(
      "The sandbox has no operation of test/documents/accounts.yaml.",
    );
  }
});
