import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json, numbers, type ReceivedRequest } from "#test/server.js";
import { jsonResponse, REJECTED, type Respond, verifyServer } from "../../small-document.js";

const TARGET = { hasExampleData: false, settle: 50 };
const WRITTEN: JsonObject = { type: "object", properties: { id: { type: "string" } } };
const RESPONSES: JsonObject = { "201": jsonResponse(WRITTEN, {}), "400": REJECTED, "404": REJECTED, "409": REJECTED };

/** `POST /things` with a body that has these properties. */
function creation(properties: JsonObject, body: JsonObject = {}, schema: JsonObject = {}): JsonObject {
  const content = { "application/json": { schema: { type: "object", properties, ...schema } } };
  return {
    "/things": { post: { operationId: "createThing", requestBody: { content, ...body }, responses: RESPONSES } },
  };
}

/** The bodies of the POST requests to a path. */
function bodiesTo(requests: readonly ReceivedRequest[], path: string): (JsonObject | undefined)[] {
  return requests
    .filter(({ method, url }) => method === "POST" && url === path)
    .map(({ body }) => (body === "" ? undefined : JSON.parse(body)));
}

/** A server that creates a thing from a body that a predicate admits, and names the field that is wrong otherwise. */
function creating(wrong: (body: JsonObject) => string | undefined, status = 400): Respond {
  return ({ body }, response) => {
    const field = wrong(asObject(parseJson(body)?.value));
    if (field === undefined) return json(response, 201, { id: "t-1" });
    json(response, status, { errors: { [field]: ["is wrong"] } });
  };
}

const TEXT: JsonObject = { type: "string" };

test("a body that the document calls optional is sent", async () => {
  const { results, requests } = await verifyServer(
    creation({ label: TEXT }),
    creating(() => undefined),
    TARGET,
    {
      only: ["examples"],
    },
  );
  expect(bodiesTo(requests, "/things")).toEqual([{ label: expect.stringMatching(/^label-/) }]);
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
});

test("where a target rejects an optional body, none is sent", async () => {
  const respond: Respond = ({ body }, response) => json(response, body === "" ? 201 : 400, { id: "t-1" });
  const { results, requests } = await verifyServer(creation({ label: TEXT }), respond, TARGET, { only: ["examples"] });
  expect(bodiesTo(requests, "/things").at(-1)).toBeUndefined();
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
});

test.each<[what: string, properties: JsonObject, wrong: (body: JsonObject) => string | undefined, last: JsonObject]>([
  [
    "leaves out the field that it names",
    { label: TEXT, shade: TEXT },
    ({ shade }) => (shade === undefined ? undefined : "shade"),
    { label: expect.anything() },
  ],
  [
    "leaves out several fields, one after the other",
    { label: TEXT, shade: TEXT, ink: TEXT },
    ({ shade, ink }) => (shade !== undefined ? "shade" : ink === undefined ? undefined : "ink"),
    { label: expect.anything() },
  ],
  [
    "gives another value in place of an example",
    { label: { ...TEXT, example: "taken" } },
    ({ label }) => (String(label).startsWith("taken") ? "label" : undefined),
    { label: expect.stringMatching(/^label/) },
  ],
  [
    "leaves out the separators of a text that it rejects",
    { name: TEXT },
    ({ name }) => (/^[a-z]\w*$/i.test(String(name)) ? undefined : `name ${name}`),
    { name: expect.stringMatching(/^name\w{6}$/) },
  ],
  [
    "changes the field of the path alone, and not the others that the text names",
    { kind: TEXT, price: { type: "object", properties: { amount: { type: "integer" }, kind: TEXT } } },
    ({ kind, price }) => (kind === undefined ? "kind" : asObject(price).kind === undefined ? undefined : "price[kind]"),
    { kind: expect.anything(), price: { amount: expect.anything() } },
  ],
  [
    "adds the least of an object that it demands",
    {
      label: TEXT,
      price: {
        type: "object",
        required: ["amount"],
        properties: { amount: { type: "integer" }, options: { type: "object", additionalProperties: TEXT } },
      },
    },
    ({ price }) =>
      price === undefined ? "price is required" : asObject(price).options === undefined ? undefined : "options",
    { price: { amount: expect.anything() }, label: expect.anything() },
  ],
])("after a rejection, the run %s", async (_, properties, wrong, last) => {
  const { results, requests } = await verifyServer(creation(properties), creating(wrong), TARGET, {
    only: ["examples"],
  });
  expect(bodiesTo(requests, "/things").at(-1)).toEqual(last);
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
});

test.each([["/people/{name}"], ["/people/{person}"], ["/users/{name}"]])(
  "the names of a creation in bulk are new, on the way to %s",
  async (path) => {
    const [, collection = "", parameter = ""] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
    const field = parameter === "name" ? (collection === "/users" ? "usernames" : "names") : "persons";
    const parameters = [{ name: parameter, in: "path", required: true, schema: TEXT }];
    const schema = {
      type: "object",
      properties: { [field]: { type: "array", items: TEXT }, admin: { type: "boolean" } },
    };
    const requestBody = { required: true, content: { "application/json": { schema } } };
    const properties = { [parameter]: TEXT, admin: { type: "boolean" } };
    const created = jsonResponse({ type: "array", items: { type: "object", properties } }, {});
    const shown = { "200": jsonResponse({ type: "object", properties }, {}), "404": REJECTED };
    const paths = {
      [collection]: { post: { operationId: "create", requestBody, responses: { "201": created, "400": REJECTED } } },
      [path]: {
        parameters,
        get: { operationId: "retrieve", responses: shown },
        delete: { operationId: "remove", responses: { "204": REJECTED, "404": REJECTED } },
      },
    };
    const stored = new Map<string, JsonObject>();
    const respond: Respond = ({ method, url, body }, response) => {
      const { [field]: names = [], admin } = Object(parseJson(body)?.value);
      const item = stored.get(url);
      if (method === "POST" && names.length > 0) {
        const items = names.map((name: string) => ({ [parameter]: name, admin: admin ?? false }));
        for (const one of items) stored.set(`${collection}/${one[parameter]}`, one);
        return json(response, 201, items);
      }
      if (method === "POST" || !item) return json(response, method === "POST" ? 400 : 404, { message: "at least one" });
      if (method === "DELETE") stored.delete(url);
      return method === "DELETE" ? void response.writeHead(204).end() : json(response, 200, item);
    };
    const { results, requests } = await verifyServer(paths, respond, TARGET, { only: ["create › usual values"] });
    expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
    const [sent] = bodiesTo(requests, collection);
    expect(sent?.[field]).toEqual([expect.stringMatching(/^n\w{10}$/)]);
    expect(requests.filter(({ method }) => method === "DELETE").map(({ url }) => url)).toEqual([
      `${collection}/${String(Object(sent)[field])}`,
    ]);
  },
);

test.each([["people"], ["person_ids"], ["persons"]])(
  "a list of names refers to what the run creates: %s",
  async (field) => {
    const parameters = [{ name: "name", in: "path", required: true, schema: TEXT }];
    const person: JsonObject = { type: "object", required: ["name"], properties: { name: TEXT } };
    const team = {
      type: "object",
      required: [field],
      properties: { [field]: { type: "array", minItems: 1, items: TEXT } },
    };
    const post = (operationId: string, schema: JsonObject) => {
      const requestBody = { required: true, content: { "application/json": { schema } } };
      return { post: { operationId, requestBody, responses: { "201": jsonResponse(person, {}), "400": REJECTED } } };
    };
    const people = new Set<string>();
    const respond: Respond = ({ method, url, body }, response) => {
      const sent = Object(parseJson(body)?.value);
      const [, name = ""] = /^\/people\/(\w+)$/.exec(url) ?? [];
      if (name !== "") return json(response, people.has(name) ? 200 : 404, { name });
      if (method !== "POST") return json(response, 405, {});
      if (url === "/people") people.add(sent.name);
      const missing = url === "/teams" ? [sent[field]].flat().find((name) => !people.has(name)) : undefined;
      json(response, missing === undefined ? 201 : 400, {
        name: sent.name ?? "n1",
        message: `No such person: ${missing}`,
      });
    };
    const item = { responses: { "200": jsonResponse(person, {}), "404": REJECTED } };
    const paths = {
      "/people": post("createPerson", person),
      "/people/{name}": {
        parameters,
        get: { operationId: "getPerson", ...item },
        delete: { operationId: "remove", ...item },
      },
      "/teams": post("createTeam", team),
    };
    const { results } = await verifyServer(paths, respond, TARGET, { only: ["createTeam › usual values"] });
    expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
  },
);

test.each([
  ["name", (value: string) => `Could not find strategy type with name ${value}`],
  ["code", (value: string) => `code: ${value} does not exist`],
  ["slug", (value: string) => `No template ${value} exists`],
])(
  "the example of a %s that names what exists is sent, where the server does not find a new one",
  async (field, miss) => {
    const schema = { ...TEXT, example: "standard" };
    const respond: Respond = ({ body }, response) => {
      const value = String(Object(parseJson(body)?.value)[field]);
      json(response, value === "standard" ? 201 : 400, { id: "t-1", message: miss(value) });
    };
    const paths = creation({ [field]: schema, size: { type: "integer" } }, {}, { required: [field] });
    const { results } = await verifyServer(paths, respond, TARGET, { only: ["examples"] });
    expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
  },
);

test("a value that the rejection lists is sent", async () => {
  const respond: Respond = ({ body }, response) => {
    const { mood } = JSON.parse(body || "{}");
    if (mood === "calm") return json(response, 201, { id: "t-1" });
    json(response, 422, { message: "mood is invalid. Allowed values: calm, wild" });
  };
  const { requests } = await verifyServer(creation({ mood: TEXT }, {}, { required: ["mood"] }), respond, TARGET, {
    only: ["examples"],
  });
  expect(bodiesTo(requests, "/things").at(-1)).toEqual({ mood: "calm" });
});

test("at most ten requests of an operation look for an accepted body", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `field${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, TEXT]));
  const respond = creating((body) => Object.keys(body)[0] ?? "field0");
  const { requests } = await verifyServer(creation(properties), respond, TARGET, { only: ["examples"] });
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.length).toBeLessThanOrEqual(10);
});

test("over a whole run, at most ten requests of an operation look for an accepted one", async () => {
  const item: JsonObject = { type: "object", required: ["id"], properties: { id: TEXT } };
  const found = { "200": jsonResponse(item, {}), "404": REJECTED };
  const note = { type: "object", required: ["thing_id"], properties: { thing_id: TEXT } };
  const post = (operationId: string, schema: JsonObject) => {
    const requestBody = { required: true, content: { "application/json": { schema } } };
    return { post: { operationId, requestBody, responses: { "201": jsonResponse(item, {}), "422": REJECTED } } };
  };
  const thing = [{ name: "thing", in: "path", required: true, schema: TEXT }];
  const changes = { operationId: "changeThing", responses: found };
  // Notes need a thing, and so do changes and deletions.
  const paths: JsonObject = {
    "/things": post("createThing", { type: "object", required: ["label"], properties: { label: TEXT, shade: TEXT } }),
    "/things/{thing}": { parameters: thing, put: changes, delete: { operationId: "deleteThing", responses: found } },
    "/notes": post("createNote", note),
    "/tags": post("createTag", note),
  };
  const respond: Respond = ({ method }, response) =>
    json(response, method === "POST" ? 422 : 404, { error: "thing_id" });
  // Invalid bodies are for other test cases.
  const { requests } = await verifyServer(paths, respond, TARGET, {
    only: ["examples", "life-cycle", "authentication"],
  });
  for (const path of ["/things", "/notes", "/tags"]) {
    const { length } = bodiesTo(requests, path);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(10);
  }
});

test("after a conflict, a new text is sent", async () => {
  const taken = new Set<unknown>();
  const respond: Respond = ({ body }, response) => {
    const { label } = asObject(parseJson(body)?.value);
    const isFree = taken.size > 0 && !taken.has(label);
    taken.add(label);
    json(response, isFree ? 201 : 409, isFree ? { id: "t-1", label } : { error: "It exists already." });
  };
  const { requests, results } = await verifyServer(creation({ label: TEXT }), respond, TARGET, { only: ["examples"] });
  const labels = bodiesTo(requests, "/things").map((body) => body?.label);
  expect(labels).toHaveLength(2);
  expect(new Set(labels).size).toBe(2);
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
});

test("the body that was accepted is the base of the other test cases", async () => {
  const wrong = ({ label, shade }: JsonObject) =>
    label === undefined ? "label" : shade === undefined ? undefined : "shade";
  const { requests } = await verifyServer(
    creation({ label: TEXT, shade: TEXT, size: { type: "integer", maximum: 9 } }),
    creating(wrong),
    TARGET,
  );
  const bodies = bodiesTo(
    requests.filter(({ body }) => body.startsWith("{") && body.endsWith("}")),
    "/things",
  );
  const first = bodies.findIndex((body) => body && wrong(body) === undefined);
  const invalid = bodies.slice(first + 1).filter((body) => body && Number(body.size) > 9);
  expect(invalid.length).toBeGreaterThan(0);
  for (const body of invalid) expect(body && wrong(body)).toBeUndefined();
});

/** Orders belong to a customer, which has to exist. */
const ORDERS: JsonObject = {
  "/customers": {
    post: {
      operationId: "createCustomer",
      requestBody: {
        required: true,
        content: { "application/json": { schema: { type: "object", required: ["name"], properties: { name: TEXT } } } },
      },
      responses: RESPONSES,
    },
  },
  "/customers/{customer}": {
    parameters: [{ name: "customer", in: "path", required: true, schema: TEXT }],
    get: { operationId: "getCustomer", responses: { "200": jsonResponse(WRITTEN, {}), "404": REJECTED } },
    delete: { operationId: "deleteCustomer", responses: { "204": REJECTED, "404": REJECTED } },
  },
  "/orders": {
    post: {
      operationId: "createOrder",
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { type: "object", required: ["customer_id"], properties: { customer_id: TEXT } },
          },
        },
      },
      responses: RESPONSES,
    },
  },
};

test.each([400, 404, 422])(
  "what a body refers to is created first, if %i says that it does not exist",
  async (status) => {
    const customers = new Map<string, JsonObject>([["of-somebody-else", { id: "of-somebody-else" }]]);
    const next = numbers();
    const respond: Respond = ({ method, url, body }, response) => {
      const id = url.split("/")[2] ?? "";
      if (url === "/customers") {
        const customer = { ...JSON.parse(body), id: `c-${next()}` };
        customers.set(customer.id, customer);
        return json(response, 201, customer);
      }
      if (url.startsWith("/customers/")) {
        const found = customers.get(id);
        if (method === "DELETE") customers.delete(id);
        return found ? json(response, method === "DELETE" ? 204 : 200, found) : json(response, 404, {});
      }
      const { customer_id } = JSON.parse(body || "{}");
      if (customers.has(customer_id)) return json(response, 201, { id: "o-1", customer_id });
      json(response, status, { error: { param: "customer_id", message: "No such customer" } });
    };
    const { requests, results } = await verifyServer(ORDERS, respond, TARGET, { only: ["examples"] });
    const referred = bodiesTo(requests, "/orders").map((body) => body?.customer_id);
    expect(referred.at(-1)).toMatch(/^c-\d+$/);
    expect(referred).not.toContain("of-somebody-else");
    expect(results.find(({ operation }) => operation === "createOrder")?.outcome.verdict).toBe("passed");
    // The run removes it at its end.
    expect([...customers.keys()]).toEqual(["of-somebody-else"]);
  },
);

test("of a list or one item, the run creates one item", async () => {
  const item: JsonObject = { type: "object", required: ["label"], properties: { label: TEXT } };
  const content = { "application/json": { schema: { oneOf: [{ type: "array", items: item }, item] } } };
  const paths = { "/things": { post: { operationId: "createThing", requestBody: { content }, responses: RESPONSES } } };
  const { requests } = await verifyServer(
    paths,
    creating(() => undefined),
    TARGET,
    { only: ["examples"] },
  );
  expect(bodiesTo(requests, "/things")).toEqual([{ label: expect.stringMatching(/^label-/) }]);
});

const NUMBER: JsonObject = { type: "integer" };

/** A server that names the first of some references to nothing. */
function missingOne(references: readonly string[], required: readonly string[] = []): Respond {
  return ({ body }, response) => {
    const sent = asObject(parseJson(body)?.value);
    const lacks = required.find((name) => !Object.hasOwn(sent, name));
    const missing = references.find((name) => typeof sent[name] === "number");
    const field = lacks ?? missing;
    if (field === undefined) return json(response, 201, { id: "t-1" });
    const problem = lacks === undefined ? `Invalid pk "${sent[field]}" - object does not exist.` : "is required";
    json(response, 400, { [field]: [problem] });
  };
}

test("where a target misses one reference after the other, the others are left out at once", async () => {
  const names = ["box", "shelf", "room", "house", "street", "town"];
  const properties = { label: TEXT, ...Object.fromEntries(names.map((name) => [name, NUMBER])) };
  const { requests } = await verifyServer(creation(properties), missingOne(names), TARGET, { only: ["examples"] });
  const bodies = bodiesTo(requests, "/things");
  expect(bodies.at(-1)).toEqual({ label: expect.anything() });
  expect(bodies).toHaveLength(3);
});

test("where a reference is required, and nothing is known, it is null if the document allows that", async () => {
  const properties = { label: TEXT, box: { type: ["integer", "null"] } };
  const paths = creation(properties, {}, { required: ["label", "box"] });
  const { requests } = await verifyServer(paths, missingOne(["box"], ["box"]), TARGET, { only: ["examples"] });
  expect(bodiesTo(requests, "/things").at(-1)).toEqual({ label: expect.anything(), box: null });
});
