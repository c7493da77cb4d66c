import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { failuresOf } from "../failures.js";
import { verifyServer } from "../small-document.js";
import { data, isText, lifeOf, messages, object, stored, text } from "../small-store.js";

const NAMES = ["name", "subject", "address", "code", "place", "reason", "origin", "target"];
const FIELDS: JsonObject = {
  ...Object.fromEntries(NAMES.map((name) => [name, text])),
  enabled: { type: "boolean" },
  mode: { type: "string", enum: ["fast", "slow", "off"] },
  options: object({ secret: { type: "boolean" } }),
};

/** A server that rejects most texts of unusual lengths and letters, as many do. */
async function findingsOf(store: (sent: JsonObject) => JsonObject): Promise<string[]> {
  const paths = lifeOf("alarms", object(FIELDS, NAMES), object({ id: text, ...FIELDS }, ["id"]));
  // The response to a creation has the address alone.
  const server = stored("alarms", {
    make: (sent) =>
      NAMES.every((name) => isText(sent[name]) && /^[\w -]{3,40}$/.test(String(sent[name]))) ? store(sent) : 400,
  });
  const only = ["add_alarms › accepts the values that the document allows"];
  const { results } = await verifyServer(paths, server, { ...data, settle: 0 }, { only });
  return [...failuresOf(results), ...messages(results)].filter(
    (line) => !line.includes("although the document allows"),
  );
}

test("a server that stores flags and members as they are sent has no finding", async () => {
  expect(await findingsOf((sent) => sent)).toEqual([]);
});

test.each<[fault: string, field: string, change: (sent: JsonObject) => JsonObject]>([
  ["enables everything", "enabled", (sent) => ("enabled" in sent ? { ...sent, enabled: true } : sent)],
  ["disables everything", "enabled", (sent) => ("enabled" in sent ? { ...sent, enabled: false } : sent)],
  ["stores the first mode for each", "mode", (sent) => ("mode" in sent ? { ...sent, mode: "fast" } : sent)],
  [
    "stores a flag of an object as true",
    "options",
    (sent) => ("options" in sent ? { ...sent, options: { secret: true } } : sent),
  ],
])("a server that %s is found, though it rejects most other values", async (_, field, change) => {
  expect((await findingsOf(change)).join("\n")).toContain(field);
});
