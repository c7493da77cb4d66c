import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";

const TEXT: JsonObject = { type: "string", minLength: 3, maxLength: 40 };
const SECRET: JsonObject = { ...TEXT, writeOnly: true };
const USER: JsonObject = {
  type: "object",
  required: ["name", "city", "password"],
  properties: { id: { type: "integer", readOnly: true }, name: TEXT, city: TEXT, password: SECRET },
};
const { password: _, ...shared } = Object(USER.properties);

const SCHEMAS: [form: string, schema: JsonObject, schemas: JsonObject][] = [
  ["flat", USER, {}],
  ["behind a reference", { $ref: "#/components/schemas/User" }, { User: USER }],
  [
    "in allOf",
    {
      type: "object",
      required: ["name", "city", "password"],
      properties: shared,
      allOf: [{ type: "object", properties: { password: { $ref: "#/components/schemas/Secret" } } }],
    },
    { Secret: SECRET },
  ],
];

/** The warnings and failures of a server of users that stores all fields, and shows these. */
async function titlesOf(schema: JsonObject, schemas: JsonObject, hidden: readonly string[]): Promise<string[]> {
  const users = new Map<string, JsonObject>();
  const content = { "application/json": { schema } };
  const done = { description: "Done.", content };
  const rejected = { "4XX": { description: "Rejected." } };
  const path = [{ name: "userId", in: "path", required: true, schema: { type: "integer" } }];
  const { titles } = await verifyServer(
    {
      "/users": {
        get: {
          operationId: "listUsers",
          responses: {
            "200": {
              description: "Done.",
              content: { "application/json": { schema: { type: "array", items: schema } } },
            },
          },
        },
        post: {
          operationId: "addUser",
          requestBody: { required: true, content },
          responses: { "201": done, ...rejected },
        },
      },
      "/users/{userId}": {
        parameters: path,
        get: { operationId: "readUser", responses: { "200": done, ...rejected } },
        delete: { operationId: "removeUser", responses: { "204": { description: "Gone." }, ...rejected } },
      },
    },
    ({ method, url, body, headers }, response) => {
      const shown = (user: JsonObject) =>
        Object.fromEntries(Object.entries(user).filter(([name]) => !hidden.includes(name)));
      const id = url.split("/")[2]?.replace(/\?.*/, "");
      if (id === undefined && method === "GET") return json(response, 200, [...users.values()].map(shown));
      if (id === undefined && method === "POST") {
        const sent = headers["content-type"]?.includes("json") ? userIn(body) : undefined;
        if (!sent) return json(response, 400, {});
        const user = { ...sent, id: users.size + 1 };
        users.set(String(user.id), user);
        return json(response, 201, shown(user));
      }
      const user = users.get(id ?? "");
      if (!user) return json(response, method === "GET" || method === "DELETE" ? 404 : 405, {});
      if (method === "GET") return json(response, 200, shown(user));
      if (method !== "DELETE") return json(response, 405, {});
      users.delete(id ?? "");
      return response.writeHead(204).end();
    },
    { hasExampleData: false, settle: 0 },
    { extensions: { components: { schemas } } },
  );
  return titles;
}

function userIn(body: string): JsonObject | undefined {
  try {
    const { name, city, password }: JsonObject = JSON.parse(body);
    const isText = (value: unknown) => typeof value === "string" && value.length >= 3 && value.length <= 40;
    return isText(name) && isText(city) && isText(password)
      ? { name: name ?? "", city: city ?? "", password: password ?? "" }
      : undefined;
  } catch {
    return undefined;
  }
}

const LOST = /does not have the sent/;

test.each(SCHEMAS)("a write-only field that is %s is not missing in a response", async (_form, schema, schemas) => {
  expect((await titlesOf(schema, schemas, ["password"])).filter((title) => LOST.test(title))).toEqual([]);
});

test.each(SCHEMAS)("another field is missing, where a write-only one is %s", async (_form, schema, schemas) => {
  const titles = await titlesOf(schema, schemas, ["password", "city"]);
  expect(titles.join("\n")).toMatch(/city/);
});
