import { expect, test } from "vitest";
import { contractOf, get } from "#test/statements/document.js";
import { invalidParameter } from "#verify/requests/invalid/parameters.js";

test.each([
  ["Range", 0],
  ["if-modified-since", 0],
  ["If-Match", 1],
  ["X-Range", 1],
])("the header %s has %i invalid values that a server must reject", (name, count) => {
  const parameter = { name, in: "header", schema: { type: "string", pattern: "^items=\\d+-\\d*$" } };
  const contract = contractOf({ "/things": { get: get({ type: "array", items: {} }, [parameter]) } });
  const found = contract.operations.flatMap(({ parameters }) =>
    parameters.flatMap((own) => invalidParameter(contract, own)),
  );
  expect(found).toHaveLength(count);
});
