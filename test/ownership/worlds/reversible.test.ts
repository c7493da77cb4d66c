import { describe, expect, test } from "vitest";
import { asObject } from "#openapi/document/document.js";
import { sample } from "../../sample.js";
import { SERVICES_OF_REACH } from "../../servers/reach/services.js";
import { RequestReader } from "../../servers/request-reader.js";
import { SERVICES_WITHOUT_EXAMPLES } from "../../servers/services.js";
import { settingsOf } from "./levels.js";
import { isReversible, type Place } from "./reversible.js";

/** PUT creates only where its document says so, by a 201. */
async function placesOf(file: string): Promise<(Place & { id: string; creates: boolean })[]> {
  const { document } = await RequestReader.of(file);
  return Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).flatMap(([method, node]) => {
      const { operationId, responses } = asObject(node);
      const creates = method === "post" || "201" in asObject(responses);
      return typeof operationId === "string" ? [{ method, path, id: operationId, creates }] : [];
    }),
  );
}

test.each<[string, string, Place[], boolean]>([
  ["POST", "/things", [{ method: "delete", path: "/things/{id}" }], true],
  ["POST", "/things", [{ method: "delete", path: "/things" }], false],
  ["POST", "/things", [{ method: "delete", path: "/things/latest" }], false],
  ["POST", "/things/{id}/stop", [{ method: "delete", path: "/things/{id}" }], false],
  ["PUT", "/things/{id}", [{ method: "delete", path: "/things/{id}" }], true],
  ["PUT", "/settings", [{ method: "delete", path: "/settings" }], false],
])("%s %s with %j is a creation that can be removed: %s", (method, path, removals, expected) => {
  expect(isReversible({ method: method.toLowerCase(), path }, removals)).toBe(expected);
});

// `stories` is the shortest run.
const SERVICES = [...SERVICES_WITHOUT_EXAMPLES, ...SERVICES_OF_REACH];
describe("at the level of what can be undone, a run sends at least 90 % of the creations of", () => {
  test.each(sample(SERVICES, SERVICES.length, 3).map((service) => [service.file, service] as const))(
    "%s",
    async (_, { document, plain, values }) => {
      const places = await placesOf(document);
      const wanted = places.filter((place) => place.creates && isReversible(place, places)).map(({ id }) => id);
      const settings = { settle: 50, values, allowed: new Set<string>(), ...settingsOf("reversible") };
      const { report } = await plain.run({ settings });
      const sent = new Set((report.unsafe ?? []).map(({ operation }) => operation));
      const missed = wanted.filter((id) => !sent.has(id));
      expect(wanted.length).toBeGreaterThan(0);
      expect(missed.length, `${missed.join(", ")} of ${wanted.join(", ")}`).toBeLessThanOrEqual(wanted.length / 10);
    },
  );
});
