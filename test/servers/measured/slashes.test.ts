import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { sample } from "../../sample.js";
import { verifyServer } from "../../verify/small-document.js";
import { blog } from "./blog/service.js";
import { board } from "./board/service.js";
import { type MeasuredService, Observed, respondsAs } from "./service.js";

/** The test cases of a run, and how they ended. */
async function verdictsOf(service: MeasuredService, paths: JsonObject): Promise<string[]> {
  const respond = respondsAs({ ...service, paths }, new Observed(), false);
  const { results } = await verifyServer(paths, respond, { hasExampleData: false, settle: 50 });
  return results.map(({ name, outcome }) => `${name.replace("/ ›", " ›")}: ${outcome.verdict}`).toSorted();
}

const SERVICES = [
  ["blog", blog],
  ["board", board],
] as const;

test.each(sample(SERVICES, SERVICES.length))(
  "a run tests the same of a server whose paths all end with a slash: %s",
  async (_, service) => {
    const entries = Object.entries(service.paths).map(([path, item]) => [`${path}/`, item ?? null]);
    const slashed: JsonObject = Object.fromEntries(entries);
    expect(await verdictsOf(service, slashed)).toEqual(await verdictsOf(service, service.paths));
  },
);
