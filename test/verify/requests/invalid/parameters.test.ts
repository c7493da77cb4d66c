import { expect, test } from "vitest";
import { contractOf, get } from "#test/statements/document.js";
import { invalidParameter } from "#verify/requests/invalid/parameters.js";

test.each([
  ["Range", 0],
  ["if-modified-since", 0],
  ["Accept-Language", 0],
  ["accept-encoding", 0],
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

test.each([
  ["Accept-Encoding", []],
  ["Accept-Language", ["a request without Accept-Language"]],
  ["X-Language", ["a request without X-Language", "X-Language outside the enum"]],
])("the required header %s has the invalid requests %j", (name, wanted) => {
  const parameter = { name, in: "header", required: true, schema: { type: "string", enum: ["base64"] } };
  const contract = contractOf({ "/things": { get: get({ type: "array", items: {} }, [parameter]) } });
  const found = contract.operations.flatMap(({ parameters }) =>
    parameters.flatMap((own) => invalidParameter(contract, own)),
  );
  expect(found.map(({ what }) => what)).toEqual(wanted);
});
