import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { named, shows } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

const TEXT: JsonObject = { type: "string" };
const AMOUNT: JsonObject = { anyOf: [{ type: "number" }, { type: "string", pattern: "^\\d+(\\.\\d+)?$" }] };
const DECIMAL: JsonObject = { type: "string", pattern: "^\\d+(\\.\\d+)?$" };

/** The paths of interviews, whose requests and responses have different fields. */
const pathsOf = (sent: JsonObject, shown: JsonObject, required: string[] = []): JsonObject => {
  const body = { required: true, content: { "application/json": { schema: { type: "object", properties: sent } } } };
  const properties: JsonObject = { id: { type: "string", readOnly: true }, ...shown };
  const schema: JsonObject = { type: "object", required: ["id", ...required], properties };
  return {
    "/interviews": {
      get: { responses: { "200": shows({ type: "array", items: schema }) } },
      post: { requestBody: body, responses: { "201": shows(schema) } },
    },
    "/interviews/{id}": {
      parameters: named("id"),
      get: { responses: { "200": shows(schema) } },
      patch: { requestBody: body, responses: { "200": shows(schema) } },
    },
  };
};

async function send(method: string, path: string, json: JsonObject): Promise<JsonObject> {
  const init = { method, headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
  return (await fetch(`${mock?.url}${path}`, init)).json();
}

test.each<[string, JsonObject, JsonObject, JsonObject, JsonObject]>([
  ["in another case", { firstName: TEXT }, { first_name: TEXT }, { firstName: "Zoe" }, { first_name: "Zoe" }],
  ["with capitals", { first_name: TEXT }, { FirstName: TEXT }, { first_name: "Zoe" }, { FirstName: "Zoe" }],
  ["with hyphens", { firstName: TEXT }, { "first-name": TEXT }, { firstName: "Zoe" }, { "first-name": "Zoe" }],
  ["with the kind", { startAt: TEXT }, { interviewStartAt: TEXT }, { startAt: "9" }, { interviewStartAt: "9" }],
  ["without the kind", { interview_name: TEXT }, { name: TEXT }, { interview_name: "Ann" }, { name: "Ann" }],
  ["as the text of a number", { price: AMOUNT }, { price: DECIMAL }, { price: 12.5 }, { price: "12.5" }],
  [
    "in its parts",
    { lineItems: { type: "array", items: { type: "object", properties: { unitPrice: AMOUNT } } } },
    { line_items: { type: "array", items: { type: "object", properties: { unit_price: DECIMAL } } } },
    { lineItems: [{ unitPrice: 3 }] },
    { line_items: [{ unit_price: "3" }] },
  ],
])("a sent value is kept where a response shows it %s", async (_, sent, shown, body, expected) => {
  const required = Object.keys(shown);
  mock = await startMock({ document: documentOf(pathsOf(sent, shown, required)), port: 0, state: true });
  const made = await send("POST", "/interviews", body);
  expect(made).toMatchObject(expected);
  expect(await send("PATCH", `/interviews/${made.id}`, body)).toMatchObject(expected);
  const listed = await (await fetch(`${mock.url}/interviews`)).json();
  expect(listed.at(-1)).toMatchObject(expected);
});

test("a sent value is not kept under another name, where several could be meant or that name is sent too", async () => {
  const shown = { first_name: TEXT, "first-name": TEXT, last_name: TEXT };
  const paths = pathsOf({ firstName: TEXT, lastName: TEXT, last_name: TEXT }, shown);
  mock = await startMock({ document: documentOf(paths), port: 0, state: true });
  const made = await send("POST", "/interviews", { firstName: "Zoe", lastName: "Other", last_name: "Kim" });
  expect(made.last_name).toBe("Kim");
  expect([made.first_name, made["first-name"]]).not.toContain("Zoe");
});

test("a field that a request could have set under another name is left out or null, if it was not sent", async () => {
  const paths = pathsOf({ firstName: TEXT, nickName: TEXT }, { first_name: TEXT, nick_name: TEXT });
  mock = await startMock({ document: documentOf(paths), port: 0, state: true });
  expect(await send("POST", "/interviews", { firstName: "Zoe" })).toEqual({ id: expect.anything(), first_name: "Zoe" });
});

test.each(["UniqueName", "uniqueName"])(
  "a field that is unique stays so where responses show %s in another case",
  async (sent) => {
    const unique = { [sent]: { ...TEXT, description: "Must be unique." } };
    mock = await startMock({ document: documentOf(pathsOf(unique, { unique_name: TEXT })), port: 0, state: true });
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ [sent]: "a" }),
    };
    const statuses = [await fetch(`${mock.url}/interviews`, init), await fetch(`${mock.url}/interviews`, init)];
    expect(statuses.map(({ status }) => status)).toEqual([201, 409]);
  },
);
