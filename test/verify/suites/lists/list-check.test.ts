import { expect, test } from "vitest";
import { json, serve } from "#test/server.js";
import { documentOf } from "#test/verify/small-document.js";
import { testTarget } from "#test/verify/target.js";
import { planCases } from "#verify/engine/plan/plan.js";
import { createRunContext } from "#verify/engine/run/run-context.js";
import { RunningCase } from "#verify/engine/run/running-case.js";
import { Contract } from "#verify/model/contract.js";
import { sizedBy } from "#verify/resources/lists/read-pages.js";
import { judgedList } from "#verify/steps/judged-list.js";
import { type ListCheck, readTogether } from "#verify/suites/lists/list-check.js";

const schema = { type: "integer", minimum: 1, maximum: 100, default: 1 };
const item = { type: "object", properties: { id: { type: "string" } } };
const page = { type: "object", properties: { data: { type: "array", items: item }, has_more: { type: "boolean" } } };
const CONTRACT = new Contract(
  documentOf({
    "/things": {
      get: {
        operationId: "listThings",
        parameters: [
          { name: "limit", in: "query", schema },
          { name: "after", in: "query", schema: { type: "string" } },
        ],
        "x-pagination": {
          items: "/data",
          hasMore: "/has_more",
          pageSize: "limit",
          forward: { parameter: "after", item: "/id" },
        },
        responses: { "200": { description: "The things.", content: { "application/json": { schema: page } } } },
      },
    },
  }),
);

test("pages that do not depend on each other are requested at once, and their findings have the order of the queries", async () => {
  let open = 0;
  let most = 0;
  const server = await serve(({ url }, response) => {
    open += 1;
    most = Math.max(most, open);
    const limit = Number(new URL(url, "http://localhost").searchParams.get("limit"));
    const data = Array.from({ length: limit + 1 }, (_, id) => ({ id: String(id) }));
    // The first request gets the last response.
    setTimeout(() => {
      open -= 1;
      json(response, 200, { data, has_more: false });
    }, 40 / limit);
  });
  const run = createRunContext(CONTRACT, testTarget(server.url));
  const [planned] = planCases(run);
  const operation = CONTRACT.operationNamed("listThings");
  if (!planned || !operation?.paging) throw new Error("The document has no list.");
  const { paging } = operation;
  const context = new RunningCase(run, planned);
  const check: ListCheck = {
    ...judgedList(context, { operation, paging }, [paging.pointer]),
    whole: { pages: [], ids: [], items: [], isComplete: true },
  };
  const pages = await readTogether(
    check,
    [1, 2, 4].map((size) => sizedBy(paging, size)),
  );
  await server.close();
  expect(most).toBe(3);
  expect(pages.map((page) => page?.ids.length)).toEqual([2, 3, 5]);
  expect(context.failures.map(({ received }) => received)).toEqual(["2 items", "3 items", "5 items"]);
});
