import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { kind, named, shows } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

const TEXT: JsonObject = { type: "string" };
const objectOf = (properties: JsonObject): JsonObject => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const ID: JsonObject = { id: { ...TEXT, readOnly: true } };

/** The paths of vendors, and of bills that name one. */
const documentWith = (vendor: JsonObject, bill: JsonObject, sent: JsonObject = { vendorId: TEXT }) =>
  documentOf({
    ...kind("/vendors", "/vendors/{id}", objectOf({ ...ID, ...vendor }), named("id")),
    "/bills": {
      get: { responses: { "200": shows({ type: "array", items: objectOf({ ...ID, ...bill }) }) } },
      post: {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { type: "object", properties: sent } } },
        },
        responses: { "201": shows(objectOf({ ...ID, ...bill })) },
      },
    },
    "/bills/{id}": {
      parameters: named("id"),
      get: { responses: { "200": shows(objectOf({ ...ID, ...bill })) } },
      patch: {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { type: "object", properties: sent } } },
        },
        responses: { "200": shows(objectOf({ ...ID, ...bill })) },
      },
    },
  });

async function send(method: string, path: string, json?: JsonObject) {
  const body = json && { headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
  return (await fetch(`${mock?.url}${path}`, { method, ...body })).json();
}

test.each<[string, JsonObject, JsonObject, (vendor: JsonObject) => JsonObject]>([
  ["its name", { name: TEXT }, { vendor_id: TEXT, vendor_name: TEXT }, ({ name }) => ({ vendor_name: name ?? null })],
  [
    "its name of the same name",
    { vendor_name: TEXT },
    { vendor_id: TEXT, vendor_name: TEXT },
    ({ vendor_name }) => ({ vendor_name: vendor_name ?? null }),
  ],
  [
    "the full name of a person",
    { first_name: TEXT, last_name: TEXT },
    { vendorId: TEXT, vendorName: TEXT },
    ({ first_name, last_name }) => ({ vendorName: `${first_name} ${last_name}` }),
  ],
  [
    "an object with its fields",
    { vendor_name: TEXT, email: TEXT },
    { vendor_id: TEXT, vendor: objectOf({ id: TEXT, vendorName: TEXT, email: TEXT }) },
    ({ id, vendor_name, email }) => ({
      vendor: { id: id ?? null, vendorName: vendor_name ?? null, email: email ?? null },
    }),
  ],
])("beside a reference, a resource shows %s", async (_, vendor, bill, expected) => {
  mock = await startMock({ document: documentWith(vendor, bill), port: 0, state: true, rows: 6 });
  const vendors: JsonObject[] = await send("GET", "/vendors");
  for (const row of await send("GET", "/bills")) {
    const own = vendors.find(({ id }) => id === (row.vendor_id ?? row.vendorId));
    expect(row).toMatchObject(expected(own ?? {}));
  }
  const [first = {}, second = {}] = vendors.slice(2);
  const made = await send("POST", "/bills", { vendorId: String(first.id) });
  expect(made).toMatchObject(expected(first));
  expect(await send("PATCH", `/bills/${made.id}`, { vendorId: String(second.id) })).toMatchObject(expected(second));
});

test("what a client sent beside a reference stays", async () => {
  const sent = { vendorId: TEXT, vendorName: TEXT };
  mock = await startMock({
    document: documentWith({ name: TEXT }, { vendor_id: TEXT, vendor_name: TEXT }, sent),
    ...{ port: 0, state: true, rows: 2 },
  });
  const [{ id }] = await send("GET", "/vendors");
  expect(await send("POST", "/bills", { vendorId: id, vendorName: "Own" })).toMatchObject({ vendor_name: "Own" });
});

test("a sent identifier is that of the object which the resource shows in its place", async () => {
  const bill = { owner: objectOf({ id: TEXT, name: TEXT }) };
  mock = await startMock({ document: documentWith({ name: TEXT }, bill, { ownerId: TEXT }), port: 0, state: true });
  expect(await send("POST", "/bills", { ownerId: "o1" })).toMatchObject({ owner: { id: "o1" } });
});

test("a person's display name is the first and the last name, unless it was sent", async () => {
  const person = { firstName: TEXT, lastName: TEXT, displayName: TEXT };
  mock = await startMock({ document: documentWith(person, { vendor_id: TEXT }), port: 0, state: true, rows: 3 });
  for (const { firstName, lastName, displayName } of await send("GET", "/vendors")) {
    expect(displayName).toBe(`${firstName} ${lastName}`);
  }
  const names = { firstName: "Zoe", lastName: "Kim" };
  expect(await send("POST", "/vendors", { ...names, displayName: "Z" })).toMatchObject({ displayName: "Z" });
});
