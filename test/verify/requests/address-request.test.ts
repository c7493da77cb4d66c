import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { contractOf, get } from "#test/statements/document.js";
import { Contract } from "#verify/model/contract.js";
import { destinationOf } from "#verify/requests/address-request.js";
import { exchangeOf } from "../exchange.js";

const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const PATHS: JsonObject = {
  "/things": { get: { operationId: "listThings", ...get({}) }, post: { operationId: "create", ...get({}) } },
  "/things/{id}": { parameters: [ID], get: { operationId: "read", ...get({}) } },
  "/reports/{id}": { parameters: [ID], delete: { operationId: "remove", ...get({}) } },
};
const { document } = contractOf(PATHS);
const contract = new Contract({ ...document, servers: [{ url: "https://public.example.com/v1" }] });

test.each([
  ["/v2/things/5", "read 5"],
  ["things/5", "read 5"],
  ["https://api.example.com/v2/things/5", "read 5"],
  ["https://public.example.com/v1/things/5", "read 5"],
  ["https://public.example.com/things/5", "undocumented"],
  ["/v2/things/5/parts/6", "undocumented"],
  ["/v2/reports/5", "undocumented"],
  ["https://other.example.com/v2/things/5", "elsewhere"],
  ["http://api.example.com/v2/things/5", "elsewhere"],
  ["http://[", "undocumented"],
])("the address %j in a response of https://api.example.com/v2/things leads to: %s", (address, wanted) => {
  const exchange = exchangeOf({ request: { method: "POST", url: "https://api.example.com/v2/things" } });
  const destination = destinationOf(contract, exchange, address);
  const found =
    destination.kind === "operation"
      ? `${destination.request.operation.id} ${destination.request.parameters.map(({ value }) => value).join()}`
      : destination.kind;
  expect(found).toBe(wanted);
});
