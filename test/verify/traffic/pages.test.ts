import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { isWarning } from "#verify/model/finding/severity.js";
import { Traffic } from "#verify/traffic/traffic.js";

const STATE: JsonObject = { type: "string", enum: ["draft", "sent", "paid"] };
const query = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", schema });
const LIMIT = query("limit", { type: "integer", minimum: 1, maximum: 50, default: 3 });

/** A list of invoices. @param parameters of the list, beside the cursor */
function contractOf(parameters: JsonObject[], stated: boolean) {
  const item: JsonObject = {
    type: "object",
    properties: {
      id: { type: "integer" },
      state: STATE,
      payers: { type: "array", items: STATE },
      number: { type: "string" },
      starred: { type: "boolean" },
    },
  };
  const content = { "application/json": { schema: { type: "array", items: item } } };
  return documentOf({
    "/invoices": {
      get: {
        operationId: "listInvoices",
        parameters: [...parameters, query("after", { type: "string" })],
        ...(stated
          ? {
              "x-pagination": {
                ...{ items: "", forward: { parameter: "after", item: "/id" } },
                ...(parameters.includes(LIMIT) ? { pageSize: "limit" } : {}),
              },
            }
          : {}),
        responses: { "200": { description: "Done.", content } },
      },
    },
  });
}

/** The failures and warnings about pages of one exchange. */
async function pageFindings(
  parameters: JsonObject[],
  stated: boolean,
  search: string,
  items: Json[],
  { stateless = false }: { stateless?: boolean } = {},
) {
  const traffic = new Traffic({
    ...{ contract: new Contract(contractOf(parameters, stated)), name: "test", keyVariable: "KEY", stateless },
  });
  const { findings } = await traffic.check({
    request: {
      ...{
        method: "GET",
        url: new URL(`http://localhost/invoices?${search}`),
        headers: new Headers(),
        body: undefined,
      },
    },
    response: {
      status: 200,
      headers: new Headers({ "content-type": "application/json" }),
      body: JSON.stringify(items),
    },
    duration: 1,
  });
  const ofPages = findings.filter(({ check }) => check === "pagination");
  return ofPages.map((finding) => `${isWarning(finding) ? "warning" : "failure"}: ${finding.message}`);
}

const many = (count: number): Json[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const SENT = [{ id: 1, state: "sent" }];
const ANY = query("state", STATE);
const ALL = query("state", { type: "string", enum: ["draft", "sent", "paid", "all"] });
const OTHER = 'state "draft" lists an item with another value';

test.each<[title: string, parameters: JsonObject[], stated: boolean, search: string, items: Json[], found: string[]]>([
  ["more than limit", [LIMIT], true, "limit=2", many(3), ["failure: the page has more items than limit"]],
  ["more than limit, by names", [LIMIT], false, "limit=2", many(3), ["warning: the page has more items than limit"]],
  ["more than the default", [LIMIT], true, "", many(4), ["failure: the page has more items than the default"]],
  ["more than the default, by names", [LIMIT], false, "", many(4), []],
  ["as many as limit", [LIMIT], true, "limit=2", many(2), []],
  ["an invalid limit, clamped to another size", [LIMIT], true, "limit=0", many(3), []],
  ["a limit above the maximum, clamped", [LIMIT], true, "limit=80", many(50), []],
  ["a limit without bounds that means none", [query("limit", { type: "integer" })], false, "limit=0", many(9), []],
  ["a word as the limit", [query("limit", { type: "string" })], true, "limit=2", many(3), []],
  ["another state", [ANY], true, "state=draft", SENT, [`failure: ${OTHER}`]],
  ["another state, by names", [ANY], false, "state=draft", SENT, [`warning: ${OTHER}`]],
  ["the same state", [ANY], true, "state=sent", SENT, []],
  ["an item without the state", [ANY], true, "state=draft", [{ id: 1 }], []],
  ["an item with an unknown state", [ANY], true, "state=draft", [{ id: 1, state: null }], []],
  ["a value that selects all", [ALL], true, "state=all", SENT, []],
  ["a search in texts", [query("number", { type: "string" })], false, "number=7", [{ id: 1, number: "A-8" }], []],
  ["a text in another case", [query("number", { type: "string" })], false, "number=a", [{ id: 1, number: "A" }], []],
  ["a flag that adds items", [query("starred", { type: "boolean" })], false, "starred=true", [{ starred: false }], []],
  [
    "a property with several values",
    [query("payers", STATE)],
    false,
    "payers=sent",
    [{ payers: ["paid", "sent"] }],
    [],
  ],
  [
    "several values that lack it",
    [query("payers", STATE)],
    false,
    "payers=draft",
    [{ payers: ["paid", "sent"] }],
    ['warning: payers "draft" lists an item with another value'],
  ],
  [
    "one of several states",
    [query("state", { type: "array", items: STATE })],
    false,
    "state=sent&state=paid",
    SENT,
    [],
  ],
  ["an undocumented filter", [LIMIT], true, "state=draft", SENT, []],
])("a page with %s, in one exchange", async (_, parameters, stated, search, items, found) => {
  expect(await pageFindings(parameters, stated, search, items)).toEqual(found);
});

test("a page of a server without state is not compared with its request", async () => {
  expect(
    await pageFindings([LIMIT, ANY], true, "limit=1&state=draft", [...SENT, ...SENT], { stateless: true }),
  ).toEqual([]);
});
