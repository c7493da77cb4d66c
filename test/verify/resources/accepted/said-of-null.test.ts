import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { contractOf } from "#test/statements/document.js";
import { exchangeOf } from "#test/verify/exchange.js";
import { GENERATED } from "#verify/model/request/request-spec.js";
import { StatedConstraints } from "#verify/resources/accepted/stated-constraints.js";

const SCHEMA: JsonObject = { type: "object", properties: { name: { type: "string" }, note: { type: "string" } } };
const contract = contractOf({
  "/things": {
    post: {
      requestBody: { content: { "application/json": { schema: SCHEMA } } },
      responses: { "201": { description: "Made." } },
    },
  },
});

test.each<[sent: Json, message: string, required: string[]]>([
  [{ name: "a", note: null }, "note must not be null.", []],
  [{ name: "", note: "b" }, "name can't be blank.", []],
  [{ name: null }, "name is required.", []],
  [{ note: "b" }, "name is required.", ["/name"]],
  [{ note: "b" }, "name can't be blank.", ["/name"]],
])("a rejection of %j by the words %j demands what was not sent alone", (value, message, required) => {
  const [operation] = contract.operations;
  if (!operation) throw new Error("The document has no operation.");
  const stated = new StatedConstraints(contract);
  const body = { type: "application/json", value, source: GENERATED };
  const exchange = exchangeOf({ status: 422, body: JSON.stringify({ message }) });
  stated.note({
    request: { operation, parameters: [], body },
    exchange,
    by: stated,
    because: "own-server",
    begun: 0,
    ended: 0,
  });
  const demanded = [...stated.ofBody(operation)].flatMap(([place, { isRequired }]) => (isRequired ? [place] : []));
  expect(demanded).toEqual(required);
});
