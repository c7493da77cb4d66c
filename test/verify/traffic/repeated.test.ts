import { beforeAll, beforeEach, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { Contract } from "#verify/model/contract.js";
import type { RecordedExchange } from "#verify/traffic/recorded-exchange.js";
import { Traffic } from "#verify/traffic/traffic.js";

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await loadDocument("openapi/openapi.yaml"));
});

let traffic: Traffic;
beforeEach(() => {
  traffic = new Traffic({ contract, name: "traffic", baseUrl: "http://api.test", keyVariable: "TEAM_API_KEY" });
});

const LIST = { object: "list", data: [], has_more: false };

/** An exchange of `GET /suppressions`. */
function listed(body: unknown, path = "/suppressions"): RecordedExchange {
  const headers = new Headers({ "content-type": "application/json" });
  const url = new URL(path, "http://api.test");
  return {
    request: { method: "GET", url, headers: new Headers({ authorization: "Bearer k" }), body: "" },
    response: { status: 200, headers, body: JSON.stringify(body) },
    duration: 7,
  };
}

test("an exchange that is equal to two without findings is counted, and has its own duration", async () => {
  await traffic.check(listed(LIST), "key");
  expect(traffic.repeated("key", 12)).toBeUndefined();
  const { exchange } = await traffic.check(listed(LIST), "key");
  expect(traffic.repeated("key", 12)).toEqual({ exchange: { ...exchange, duration: 12 }, findings: [] });
  expect(traffic.repeated("other key", 12)).toBeUndefined();
  expect(traffic.exchanges).toBe(3);
  expect(traffic.report().counts).toMatchObject({ passed: 1, failed: 0 });
});

test.each<[why: string, exchange: () => RecordedExchange]>([
  ["it has a finding", () => listed({ ...LIST, has_more: "no" })],
  ["it belongs to no operation", () => listed(LIST, "/other")],
  ["its body is not known", () => ({ ...listed(LIST), response: { ...listed(LIST).response, body: undefined } })],
])("an exchange is checked again if %s", async (_, exchange) => {
  for (let time = 0; time < 3; time += 1) await traffic.check(exchange(), "key");
  expect(traffic.repeated("key", 1)).toBeUndefined();
});

test("the latest exchanges are kept, up to four million characters of their keys", async () => {
  const keys = Array.from({ length: 50 }, (_, index) => `${index} `.padEnd(100_000, "x"));
  for (const key of keys.flatMap((each) => [each, each])) await traffic.check(listed(LIST), key);
  const known = keys.filter((key) => traffic.repeated(key, 1) !== undefined);
  expect(known).toEqual(keys.slice(-40));
});

test("an exchange is kept if it is repeated within fifty others", async () => {
  const others = Array.from({ length: 60 }, (_, index) => `other ${index}`);
  for (const key of ["far", ...others, "near", ...others.slice(0, 40), "far", "near"]) {
    await traffic.check(listed(LIST), key);
  }
  expect(["near", "far"].map((key) => traffic.repeated(key, 1) !== undefined)).toEqual([true, false]);
});
