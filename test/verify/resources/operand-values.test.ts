import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

/** What a function answers: its result, or a message that rejects the values. */
type Answer = { result: string } | { message: string };

/** A function, its parameters, and the results that a run has to see. */
interface Row {
  name: string;
  parameters: Record<string, "integer" | "string">;
  answer(values: Record<string, string>): Answer;
  results: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    name: "whose rejection tells a range",
    parameters: { year: "integer" },
    answer: ({ year }) => {
      const isInRange = Number(year) >= 1900 && Number(year) <= 2100;
      if (!isInRange) return { message: "year must be between 1900 and 2100" };
      return { result: Number(year) % 4 === 0 ? "leap" : "common" };
    },
    results: ["leap", "common"],
  },
  {
    name: "whose rejection tells the members of a set",
    parameters: { zone: "string" },
    answer: ({ zone = "" }) =>
      ["north", "islands"].includes(zone) ? { result: zone } : { message: "zone must be one of: north, islands" },
    results: ["north", "islands"],
  },
  {
    name: "whose result changes near an accepted value",
    parameters: { level: "integer" },
    answer: ({ level }) => ({ result: Number(level) === 1001 ? "edge" : Number(level) > 500 ? "high" : "low" }),
    results: ["low", "high", "edge"],
  },
];

/** Runs against a function, and returns its results and the addresses that were requested. */
async function runWith({ parameters, answer }: Row) {
  const results = new Set<string>();
  const names = Object.entries(parameters);
  const paths: JsonObject = {
    "/function": {
      get: {
        operationId: "calculate",
        parameters: names.map(([name, type]) => ({ name, in: "query", required: true, schema: { type } })),
        responses: { "200": { description: "The result." }, "400": REJECTED },
      },
    },
  };
  const { requests } = await verifyServer(
    paths,
    ({ url }, response) => {
      const values = Object.fromEntries(new URL(url, "http://localhost").searchParams);
      const isValid = names.every(([name, type]) => (type === "integer" ? /^-?\d+$/ : /./).test(values[name] ?? ""));
      const answered = isValid ? answer(values) : { message: "a value is missing" };
      if ("result" in answered) results.add(answered.result);
      json(response, "result" in answered ? 200 : 400, answered);
    },
    { hasExampleData: false, writes: "none" },
    { only: ["examples › calculate"] },
  );
  return { results, addresses: requests.map(({ url }) => url) };
}

describe.each(ROWS)("a function $name", (row) => {
  test("gets values near those whose response was new, within the share of its operation", async () => {
    const { results, addresses } = await runWith(row);
    expect([...results]).toEqual(expect.arrayContaining([...row.results]));
    expect(addresses.length).toBeLessThanOrEqual(45);
    expect(new Set(addresses).size).toBeGreaterThanOrEqual(addresses.length - 1);
  });

  test("gets the same values in each run", async () => {
    const [one, other] = [await runWith(row), await runWith(row)];
    expect(one.addresses).toEqual(other.addresses);
  });
});

test("a function whose responses are all alike gets few values near others", async () => {
  const { addresses } = await runWith({
    name: "",
    parameters: { n: "integer" },
    answer: () => ({ result: "a" }),
    results: [],
  });
  expect(addresses.length).toBeLessThanOrEqual(26);
});
