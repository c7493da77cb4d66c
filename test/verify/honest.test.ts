import { describe, expect, test } from "vitest";
import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { singleCredential } from "#verify/model/target/target.js";
import { json, type ReceivedRequest } from "../server.js";
import { failuresOf } from "./failures.js";
import { pathParameter, type Respond, verifyServer } from "./small-document.js";
import {
  data,
  ERRORS,
  get,
  isText,
  lifeOf,
  messages,
  object,
  reading,
  type Store,
  stored,
  text,
} from "./small-store.js";

describe("a path parameter of a function names no resource", () => {
  const FUNCTIONS: JsonObject = Object.fromEntries(
    ["holidays", "squares", "synonyms"].map((name) => [
      `/${name}/{value}`,
      {
        parameters: [{ ...pathParameter("value", text, "2026-01-01") }],
        ...get(`get_${name}`, object({ result: text })),
      },
    ]),
  );
  test("legal: a server that rejects no value", async () => {
    const { results, titles } = await verifyServer(
      FUNCTIONS,
      reading(() => ({ result: "x" })),
      data,
    );
    expect(failuresOf(results)).toEqual([]);
    expect(titles.length).toBeLessThanOrEqual(1);
  });
  test("legal: a single function", async () => {
    const { holidays } = { holidays: FUNCTIONS["/holidays/{value}"] ?? {} };
    const { results, titles } = await verifyServer(
      { "/holidays/{value}": holidays },
      reading(() => ({ result: "x" })),
      data,
    );
    expect(failuresOf(results)).toEqual([]);
    expect(titles.length).toBeLessThanOrEqual(1);
  });
  test("faulty: a single resource, which has a list", async () => {
    const { results } = await verifyServer(
      {
        "/holidays": get("list_holidays", { type: "array", items: object({ id: text }, ["id"]) }),
        "/holidays/{value}": FUNCTIONS["/holidays/{value}"] ?? {},
      },
      reading(({ pathname }) => (pathname === "/holidays" ? [{ id: "2026-01-01" }] : { result: "x" })),
      data,
    );
    expect(failuresOf(results).join()).toContain("get_holidays");
  });
  test("faulty: a server that rejects unknown values at other operations", async () => {
    const { results } = await verifyServer(
      FUNCTIONS,
      reading((url) =>
        url.pathname.startsWith("/holidays") || url.pathname.endsWith("2026-01-01") ? { result: "x" } : undefined,
      ),
      data,
    );
    expect(failuresOf(results).join()).toContain("get_holidays");
  });
});

describe("an order by an enum may be that of its declaration", () => {
  const PRIORITIES = ["low", "medium", "high"];
  const TASK = object({ id: { type: "integer" }, priority: { type: "string", enum: PRIORITIES } }, ["id", "priority"]);
  const sort = { name: "sort", in: "query", schema: { type: "string", enum: ["priority", "-priority"] } };
  const paths = { "/tasks": get("listTasks", { type: "array", items: TASK }, { parameters: [sort] }) };
  const tasks = [2, 0, 1, 2, 0, 1].map((rank, index) => ({ id: index, priority: PRIORITIES[rank] ?? "" }));
  const sorted = (rankOf: (priority: string) => number): Respond =>
    reading((url) => {
      const by = url.searchParams.get("sort");
      if (by !== null && !/^-?priority$/.test(by)) return undefined;
      const inOrder = tasks.toSorted((one, other) => rankOf(one.priority) - rankOf(other.priority));
      return by === null ? tasks : by.startsWith("-") ? inOrder.toReversed() : inOrder;
    });
  test("legal: the declared order", async () => {
    const { results } = await verifyServer(
      paths,
      sorted((priority) => PRIORITIES.indexOf(priority)),
      data,
    );
    expect([...failuresOf(results), ...messages(results)]).toEqual([]);
  });
  test("legal: an order of its own", async () => {
    const { results } = await verifyServer(
      paths,
      sorted((priority) => ["medium", "low", "high"].indexOf(priority)),
      data,
    );
    expect([...failuresOf(results), ...messages(results)]).toEqual([]);
  });
  test("faulty: no order", async () => {
    const { results } = await verifyServer(
      paths,
      reading(() => tasks),
      data,
    );
    expect([...failuresOf(results), ...messages(results)].join()).toContain("order");
  });
});

describe("a limit above the maximum is clamped only where a response shows it", () => {
  const limit = { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 5 } };
  const paths = {
    "/items": get(
      "listItems",
      { type: "array", items: object({ id: { type: "integer" } }, ["id"]) },
      { parameters: [limit] },
    ),
  };
  const listing =
    (count: number, maximum: number): Respond =>
    (request, response) => {
      const asked = new URL(request.url, "http://localhost").searchParams.get("limit") ?? "5";
      if (request.method !== "GET") return json(response, 405, {});
      if (!/^\d+$/.test(asked) || Number(asked) < 1) return json(response, 400, {});
      json(
        response,
        200,
        Array.from({ length: Math.min(count, Number(asked), maximum) }, (_, id) => ({ id })),
      );
    };
  test("legal: as many items as the maximum, of more", async () => {
    const { results } = await verifyServer(paths, listing(12, 5), data);
    expect(failuresOf(results)).toEqual([]);
  });
  test("faulty: the list is shorter than the maximum", async () => {
    const { results } = await verifyServer(paths, listing(3, 100), data);
    expect(messages(results).join()).toContain("limit above the maximum was accepted; the list is too short");
    expect(messages(results).join()).not.toContain("brought into the range");
  });
  test("faulty: no maximum is applied", async () => {
    const { results } = await verifyServer(paths, listing(12, 100), data);
    expect(failuresOf(results).join()).toContain("limit");
  });
});

describe("a method that the document does not have", () => {
  const paths = {
    "/users/{id}": { parameters: [pathParameter("id", text, "a")], ...get("getUser", object({ id: text })) },
  };
  test("faulty: is named as such", async () => {
    const { titles } = await verifyServer(
      paths,
      ({ method }, response) => json(response, method === "DELETE" ? 500 : 200, { id: "a" }),
      data,
    );
    expect(titles.join("\n")).not.toMatch(/contract documents $|valid request \(\)|documents ;/m);
  });
});

describe("secrets are texts", () => {
  const paths = {
    "/settings": get("getSettings", object({ passwordAuthEnabled: { type: "boolean" }, password: text })),
  };
  test("legal: a boolean with such a name", async () => {
    const { results } = await verifyServer(
      paths,
      reading(() => ({ passwordAuthEnabled: true })),
      data,
    );
    expect(messages(results)).toEqual([]);
  });
  test("faulty: a text with such a name, which the document does not have", async () => {
    const { results } = await verifyServer(
      { "/settings": get("getSettings", object({ theme: text })) },
      reading(() => ({ theme: "dark", passwordHash: "$2b$10$abcdefghijklmnopqrstuv" })),
      data,
    );
    expect(messages(results).join()).toContain("passwordHash, which seems to be a secret");
  });
  test("legal: an undocumented boolean with such a name", async () => {
    const { results } = await verifyServer(
      { "/settings": get("getSettings", object({ theme: text })) },
      reading(() => ({ theme: "dark", passwordAuthEnabled: true })),
      data,
    );
    expect(messages(results).join()).not.toContain("secret");
  });
});

describe("values that a server does not show as they were sent", () => {
  const paths = lifeOf(
    "users",
    object({ name: { ...text, minLength: 1 }, password: { ...text, minLength: 1, writeOnly: true } }, [
      "name",
      "password",
    ]),
    object({ id: text, name: text, password: { ...text, writeOnly: true } }, ["id", "name"]),
  );
  const make = ({ name, password }: JsonObject) =>
    isText(name) && isText(password) ? { name: name ?? "", password: password ?? "" } : 400;
  test.each<[shown: string, show: NonNullable<Store["show"]>]>([
    ["not at all", ({ password: _, ...user }) => user],
    ["masked", (user) => ({ ...user, password: "********" })],
    ["empty", (user) => ({ ...user, password: "" })],
  ])("legal: a writeOnly password is shown %s", async (_, show) => {
    const { results } = await verifyServer(paths, stored("users", { make, show }), data);
    expect(failuresOf(results)).toEqual([]);
    expect(messages(results).join("\n")).not.toMatch(/kept|another value|not what/);
  });
  test("faulty: a name that is not kept", async () => {
    const { results } = await verifyServer(
      paths,
      stored("users", { make, show: (user) => ({ ...user, name: "x" }) }),
      data,
    );
    expect([...failuresOf(results), ...messages(results)].join()).toContain("name");
  });
});

describe("a server that converts", () => {
  const paths = lifeOf(
    "tags",
    object({ names: { type: "array", items: text }, size: { type: "integer" } }, ["names"]),
    object({ id: text, names: { type: "array", items: text }, size: { type: "integer" } }, ["id", "names"]),
  );
  const asText = (value: Json | undefined) => (value === null ? "" : String(value));
  test("legal: null becomes a list with an empty text, and this is one warning", async () => {
    const make = ({ names, size }: JsonObject) => {
      if (names === undefined || isObject(names)) return 400;
      const list = (Array.isArray(names) ? names : [names]).map(asText);
      if (size === undefined) return { names: list };
      const whole = size === null || size === "" ? 0 : Number(size);
      return Number.isInteger(whole) ? { names: list, size: whole } : 400;
    };
    const { results } = await verifyServer(paths, stored("tags", { make }), data);
    expect(failuresOf(results)).toEqual([]);
    expect(messages(results).filter((message) => /made|conver/.test(message)).length).toBeGreaterThan(0);
  });
  test("faulty: null is stored as it is", async () => {
    const make = ({ names }: JsonObject) => ({ names: names ?? null });
    const { results } = await verifyServer(paths, stored("tags", { make }), data);
    expect(failuresOf(results).join()).toContain("names");
  });
});

describe("a reference of a creation that a later request names again", () => {
  const paths = lifeOf(
    "folders",
    object({ name: { ...text, minLength: 1 }, parentId: { type: "string", format: "uuid" } }, ["name"]),
    object({ id: text, name: text, parentId: { type: "string", format: "uuid" } }, ["id", "name"]),
  );
  const make = ({ name, parentId }: JsonObject) =>
    !isText(name) || (parentId !== undefined && !isText(parentId))
      ? 400
      : parentId === undefined
        ? { name: name ?? "" }
        : 404;
  test("legal: an unknown parent in the body is not found", async () => {
    const { results } = await verifyServer(paths, stored("folders", { make }), data);
    expect(failuresOf(results)).toEqual([]);
  });
  test("faulty: PUT does not find the folder", async () => {
    const { results } = await verifyServer(
      paths,
      stored("folders", { make: (body, record) => (record ? 404 : make(body)) }),
      data,
    );
    expect([...failuresOf(results), ...messages(results)].join()).toContain("put_folders");
  });
});

describe("numbers in use fit their schemas", () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } };
  const limit = { name: "limit", in: "query", schema: { type: "number", maximum: 100 } };
  const paths = {
    "/things": get(
      "listThings",
      { type: "array", items: object({ id: { type: "integer" } }, ["id"]) },
      { parameters: [limit] },
    ),
    "/things/{id}": { parameters: [id], ...get("getThing", object({ id: { type: "integer" } }, ["id"])) },
  };
  test("no request has an infinite number", async () => {
    const { requests } = await verifyServer(
      paths,
      reading((url) =>
        url.pathname === "/things" ? [{ id: 0 }, { id: 7 }] : url.pathname === "/things/7" ? { id: 7 } : undefined,
      ),
      data,
    );
    expect(requests.filter(({ url }) => /infinity|nan\b/i.test(url))).toEqual([]);
  });
  test("an identifier that a list shows, and its schema forbids, is not asked for as an existing one", async () => {
    const { results } = await verifyServer(
      paths,
      reading((url) =>
        url.pathname === "/things" ? [{ id: 0 }, { id: 7 }] : url.pathname === "/things/7" ? { id: 7 } : undefined,
      ),
      data,
    );
    const about = [...failuresOf(results), ...messages(results)];
    expect(about.filter((message) => message.includes("getThing"))).toEqual([]);
  });
});

describe("a random optional reference", () => {
  const versionId = { name: "versionId", in: "query", schema: { type: "string", format: "uuid" } };
  const paths = { "/document": get("getDocument", object({ title: text }, ["title"]), { parameters: [versionId] }) };
  test("legal: is not found", async () => {
    const { results } = await verifyServer(
      paths,
      reading((url) => (url.searchParams.has("versionId") ? undefined : { title: "A" })),
      data,
    );
    expect([...failuresOf(results), ...messages(results)]).toEqual([]);
  });
});

describe("a resource that everybody may read", () => {
  const shown = object({ id: text, title: text, starred: { type: "boolean" } }, ["id", "title", "starred"]);
  const security = [{ key: [] }];
  const life: JsonObject = lifeOf("articles", object({ title: { ...text, minLength: 1 } }, ["title"]), shown);
  const withKey = (item: JsonObject, ...methods: string[]): JsonObject =>
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [
        name,
        methods.includes(name) && isObject(value) ? { ...value, security } : value,
      ]),
    );
  const star = {
    operationId: "starArticle",
    security,
    responses: { "200": { description: "Done.", content: { "application/json": { schema: shown } } }, ...ERRORS },
  };
  const paths: JsonObject = {
    "/articles": withKey(asObject(life["/articles"]), "post"),
    "/articles/{id}": withKey(asObject(life["/articles/{id}"]), "put", "delete"),
    "/articles/{id}/star": { parameters: [{ name: "id", in: "path", required: true, schema: text }], post: star },
  };
  const serverOf = (isLost: boolean): Respond => {
    const starred = new Set<string>();
    const isOwn = ({ headers }: ReceivedRequest) => headers.authorization === "Bearer k";
    const inner = stored("articles", {
      make: ({ title }) => (isText(title) ? { title: title ?? "" } : 400),
      show: (article, request) => ({
        ...article,
        starred: !isLost && isOwn(request) && starred.has(String(article.id)),
      }),
    });
    return (request, response) => {
      const isOpen = request.method === "GET";
      if (!isOpen && !isOwn(request)) return json(response, 401, {});
      const id = /^\/articles\/([^/]+)\/star$/.exec(request.url)?.[1];
      if (id === undefined || request.method !== "POST") return inner(request, response);
      if (!/^r\d+$/.test(id)) return json(response, 404, {});
      starred.add(id);
      json(response, 200, { id, title: "A", starred: true });
    };
  };
  const extensions = { components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } } };
  const settings = { ...data, credentials: { own: singleCredential("k", "KEY") } };
  const about = (texts: string[]) => texts.filter((message) => message.includes("starred"));
  test("legal: its owner alone sees what an action did", async () => {
    const { results } = await verifyServer(paths, serverOf(false), settings, { extensions });
    expect(about([...failuresOf(results), ...messages(results)])).toEqual([]);
  });
  test("faulty: nobody sees it", async () => {
    const { results } = await verifyServer(paths, serverOf(true), settings, { extensions });
    expect(about([...failuresOf(results), ...messages(results)])).not.toEqual([]);
  });
});

describe("a file that is downloaded", () => {
  const file = (schema: JsonObject): JsonObject => ({
    "/file": {
      get: {
        operationId: "getFile",
        responses: { "200": { description: "The bytes.", content: { "*/*": { schema } } } },
      },
    },
  });
  const sendsJson = reading(() => ({ name: "A" }));
  test("legal: its bytes are JSON", async () => {
    const { results } = await verifyServer(file({ type: "string", format: "binary" }), sendsJson);
    expect(failuresOf(results)).toEqual([]);
  });
  test("faulty: a text is an object", async () => {
    const { results } = await verifyServer(file(text), sendsJson);
    expect(failuresOf(results).join()).toContain("must be string");
  });
});
