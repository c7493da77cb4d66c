import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { kindsNamed } from "#statements/references/names-of-resources.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";

const NUMBER: JsonObject = { type: "integer" };
const COMPANY: JsonObject = { type: "object", properties: { id: NUMBER, name: { type: "string" } } };
const ID: JsonObject = { name: "id", in: "path", required: true, schema: NUMBER };

/** The paths of the resources to which a field of an order refers, by its name and its description. */
function referredBy(name: string, schema: JsonObject): string[] {
  const order: JsonObject = { type: "object", properties: { id: NUMBER, [name]: schema } };
  const contract = new Contract({
    ...documentOf({
      "/firms/{id}": { get: { operationId: "firm", parameters: [ID], responses: { "200": reference("Company") } } },
      "/po/{id}": { get: { operationId: "order", parameters: [ID], responses: { "200": reference("PurchaseOrder") } } },
    }),
    components: { schemas: { Company: COMPANY, PurchaseOrder: order } },
  });
  return kindsNamed(contract, name).map(({ resource }) => resource.key);
}

function reference(schema: string): JsonObject {
  const content = { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } };
  return { description: "Done.", content };
}

test.each<[name: string, schema: JsonObject, keys: string[]]>([
  ["supplier", { ...NUMBER, description: "Company from which the items are ordered" }, ["/firms/{}"]],
  ["supplier", { type: ["integer", "null"], description: "The ID of the company." }, ["/firms/{}"]],
  ["seller", { type: "string", format: "uuid", description: "Firm that sells the items" }, ["/firms/{}"]],
  ["parent", { ...NUMBER, description: "Purchase Order" }, ["/po/{}"]],
  ["address", { ...NUMBER, description: "Company address for this order" }, []],
  ["size", { ...NUMBER, description: "Number of items" }, []],
  ["supplier", { type: "string", description: "Company from which the items are ordered" }, []],
  ["supplier", { ...NUMBER, enum: [1, 2], description: "Company from which the items are ordered" }, []],
  ["supplier", NUMBER, []],
  ["firm", NUMBER, ["/firms/{}"]],
])("a field %s with the schema %j refers to %j", (name, schema, keys) => {
  expect(referredBy(name, schema)).toEqual(keys);
});
