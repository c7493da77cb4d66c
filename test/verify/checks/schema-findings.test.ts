import { expect, test } from "vitest";
import { schemaFindings } from "#verify/checks/schema-findings.js";
import { Contract } from "#verify/model/contract.js";
import { documentOf } from "../small-document.js";

const SCHEMAS = { List: { type: "array", items: { type: "integer" } } };
const contract = new Contract({ ...documentOf({}), components: { schemas: SCHEMAS } });

test.each([
  ["no finding", 1, []],
  ["one finding, which counts them", "x", ["the body at /0 must be integer (and 19999 more like it)"]],
])("20,000 items have %s, and others have forty turns meanwhile", async (_, item, messages) => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const items = Array<unknown>(20_000).fill(item);
  const found = await schemaFindings({ contract }, "body-invalid", "the body", "#/components/schemas/List", items);
  isDone = true;
  expect(found.map(({ message }) => message)).toEqual(messages);
  expect(turns).toBeGreaterThanOrEqual(40);
});
