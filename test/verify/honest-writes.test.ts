import { describe, expect, test } from "vitest";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json } from "../server.js";
import { failuresOf } from "./failures.js";
import { type Respond, verifyServer } from "./small-document.js";
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

const all = (results: Parameters<typeof failuresOf>[0]) => [...failuresOf(results), ...messages(results)];

describe("a server that was seen to convert", () => {
  const size: JsonObject = { type: "integer" };
  const paths = lifeOf(
    "tags",
    object({ size, hidden: { ...size, writeOnly: true } }, ["size", "hidden"]),
    object({ id: text, size }, ["id", "size"]),
  );
  const whole = (value: Json | undefined) => (value === null ? 0 : Number(value));
  const show: Store["show"] = ({ hidden: _, ...tag }) => tag;
  test("legal: an invalid value that no response shows is the same warning, once", async () => {
    const make = (body: JsonObject) => {
      const [own, hidden] = [whole(body.size), whole(body.hidden)];
      return Number.isInteger(own) && Number.isInteger(hidden) ? { size: own, hidden } : 400;
    };
    const { results, titles } = await verifyServer(paths, stored("tags", { make, show }), data);
    expect(failuresOf(results)).toEqual([]);
    expect(titles.filter((title) => /convert/.test(title))).toHaveLength(1);
  });
  test("faulty: a server that checks what it shows accepts an invalid value that it does not show", async () => {
    const make = (body: JsonObject) =>
      Number.isInteger(body.size) && body.hidden !== undefined ? { size: body.size ?? 0, hidden: body.hidden } : 400;
    const { results } = await verifyServer(paths, stored("tags", { make, show }), data);
    expect(failuresOf(results).join()).toContain("hidden");
  });
});

describe("an action may be idempotent", () => {
  const shown = object({ id: text, title: text, favorited: { type: "boolean" }, favoritesCount: { type: "integer" } }, [
    "id",
    "title",
    "favorited",
    "favoritesCount",
  ]);
  const parameters = [{ name: "id", in: "path", required: true, schema: text }];
  const done = { "200": { description: "Done.", content: { "application/json": { schema: shown } } }, ...ERRORS };
  const paths: JsonObject = {
    ...lifeOf("articles", object({ title: { ...text, minLength: 1 } }, ["title"]), shown),
    "/articles/{id}/favorite": {
      parameters,
      post: { operationId: "favorite", responses: done },
      delete: { operationId: "unfavorite", responses: done },
    },
  };
  const serverOf = (countOf: (favorites: number) => number): Respond => {
    const favorites = new Set<string>();
    const titles = new Map<string, Json>();
    const count = (id: string) => ({
      favorited: favorites.has(id),
      favoritesCount: countOf(Number(favorites.has(id))),
    });
    const inner = stored("articles", {
      make: ({ title }) => (isText(title) ? { title: title ?? "" } : 400),
      show: (article) => {
        titles.set(String(article.id), article.title ?? "");
        return { ...article, ...count(String(article.id)) };
      },
    });
    return (request, response) => {
      const id = /^\/articles\/([^/]+)\/favorite$/.exec(request.url)?.[1];
      if (id === undefined) return inner(request, response);
      if (!titles.has(id)) return json(response, 404, {});
      if (request.method === "POST") favorites.add(id);
      else if (request.method === "DELETE") favorites.delete(id);
      else return json(response, 405, {});
      json(response, 200, { id, title: titles.get(id), ...count(id) });
    };
  };
  const about = (texts: string[]) => texts.filter((message) => /favorit/i.test(message));
  test("legal: a repeated one counts once", async () => {
    const { results } = await verifyServer(
      paths,
      serverOf((favorites) => favorites),
      data,
    );
    expect(about(all(results))).toEqual([]);
  });
  test("faulty: nothing is counted", async () => {
    const { results } = await verifyServer(
      paths,
      serverOf(() => 0),
      data,
    );
    expect(about(all(results))).not.toEqual([]);
  });
});

describe("a filtered list is read to its end", () => {
  const TAGS = ["dragons", "knights"];
  const items = Array.from({ length: 30 }, (_, id) => ({ id, tag: TAGS[Number(id % 5 === 4)] ?? "" }));
  const query = (name: string, schema: JsonObject) => ({ name, in: "query", schema });
  const paths = {
    "/articles": get(
      "listArticles",
      object({ articles: { type: "array", items: object({ id: { type: "integer" }, tag: text }, ["id", "tag"]) } }, [
        "articles",
      ]),
      {
        parameters: [
          query("tag", text),
          query("offset", { type: "integer", minimum: 0 }),
          query("limit", { type: "integer", minimum: 1, default: 20 }),
        ],
      },
    ),
  };
  const listing = (isFiltered: boolean): Respond =>
    reading(({ searchParams }) => {
      const [tag, offset = "0", limit = "20"] = ["tag", "offset", "limit"].map(
        (name) => searchParams.get(name) ?? undefined,
      );
      if (!/^\d+$/.test(offset) || !/^[1-9]\d*$/.test(limit)) return undefined;
      const selected = items.filter((item) => !isFiltered || tag === undefined || item.tag === tag);
      return { articles: selected.slice(Number(offset), Number(offset) + Number(limit)) };
    });
  const about = (texts: string[]) => texts.filter((message) => /tag/.test(message));
  test("legal: the default page has 20 of 24", async () => {
    const { results } = await verifyServer(paths, listing(true), data);
    expect(about(all(results))).toEqual([]);
  });
  test("faulty: the filter is ignored", async () => {
    const { results } = await verifyServer(paths, listing(false), data);
    expect(about(all(results))).not.toEqual([]);
  });
});

describe("a PUT that keeps fields which it does not get", () => {
  const fields = { title: { ...text, minLength: 1 }, note: text };
  const paths = {
    ...lifeOf("albums", object(fields, ["title"]), object({ id: text, ...fields }, ["id", "title"])),
    ...lifeOf("books", object(fields, ["title"]), object({ id: text, ...fields }, ["id", "title"])),
  };
  const serverOf = (make: Store["make"]): Respond => {
    const [albums, books] = [stored("albums", { make }), stored("books", { make })];
    return (request, response) => (request.url.startsWith("/books") ? books : albums)(request, response);
  };
  const isValid = ({ title, note = "" }: JsonObject) => isText(title) && typeof note === "string";
  const made = ({ title = "", note }: JsonObject) => (note === undefined ? { title } : { title, note });
  test("legal: a partial PUT is one warning for the API", async () => {
    const { results, titles } = await verifyServer(
      paths,
      serverOf((body, record = {}) => (isValid(body) ? made({ ...record, ...body }) : 400)),
      data,
    );
    expect(failuresOf(results)).toEqual([]);
    expect(titles.filter((title) => /kept|keep/.test(title)).length).toBeLessThanOrEqual(1);
  });
  test("faulty: a PUT that keeps what it gets", async () => {
    const { results } = await verifyServer(
      paths,
      serverOf((body, record) => (isValid(body) ? made(record ?? body) : 400)),
      data,
    );
    expect(all(results).join()).toMatch(/put_(albums|books)/);
  });
});

describe("a field that a server shows in another form, as its description says", () => {
  const paths = (description: string) =>
    lifeOf(
      "hooks",
      object({ name: { ...text, minLength: 1 }, token: { ...text, minLength: 1 } }, ["name", "token"]),
      object({ id: text, name: text, token: { ...text, description } }, ["id", "name", "token"]),
    );
  const make = ({ name, token }: JsonObject) =>
    isText(name) && isText(token) ? { name: name ?? "", token: token ?? "" } : 400;
  const about = (texts: string[]) => texts.filter((message) => /token/.test(message));
  test("legal: masked", async () => {
    const show: Store["show"] = (hook) => ({ ...hook, token: "********" });
    const { results } = await verifyServer(paths("The token, masked."), stored("hooks", { make, show }), data);
    expect(about(all(results))).toEqual([]);
  });
  test("legal: empty when listing", async () => {
    const show: Store["show"] = (hook, { url }) => (/^\/hooks(\?|$)/.test(url) ? { ...hook, token: "" } : hook);
    const { results } = await verifyServer(
      paths("The token. Empty when listing."),
      stored("hooks", { make, show }),
      data,
    );
    expect(about(all(results)).filter((message) => !/POST|add_hooks/.test(message))).toEqual([]);
  });
  test("faulty: another token", async () => {
    const show: Store["show"] = (hook) => ({ ...hook, token: "another one" });
    const { results } = await verifyServer(paths("The token."), stored("hooks", { make, show }), data);
    expect(about(all(results))).not.toEqual([]);
  });
});

describe("a field is assigned only if the same resource shows it", () => {
  const version: JsonObject = { type: "integer", minimum: 1 };
  const life = lifeOf(
    "features",
    object({ name: { ...text, minLength: 1 }, version }, ["name"]),
    object({ id: text, name: text }, ["id", "name"]),
  );
  const paths: JsonObject = {
    ...life,
    "/features": {
      ...asObject(life["/features"]),
      ...get("listFeatures", object({ version, features: { type: "array", items: object({ id: text, name: text }) } })),
    },
  };
  const inner = () => stored("features", { make: ({ name }) => (isText(name) ? { name: name ?? "" } : 400) });
  test("legal: its list has a version of its own", async () => {
    const server = inner();
    const { results } = await verifyServer(
      paths,
      (request, response) => {
        if (request.method !== "GET" || !/^\/features(\?|$)/.test(request.url)) return server(request, response);
        json(response, 200, { version: 2, features: [] });
      },
      data,
    );
    expect(messages(results).filter((message) => message.includes("readOnly"))).toEqual([]);
  });
  test("faulty: the resource has the version that the server assigns", async () => {
    const { results } = await verifyServer(
      lifeOf(
        "features",
        object({ name: { ...text, minLength: 1 }, version }, ["name"]),
        object({ id: text, name: text, version }, ["id", "name", "version"]),
      ),
      stored("features", { make: ({ name }) => (isText(name) ? { name: name ?? "", version: 7 } : 400) }),
      data,
    );
    expect(messages(results).join()).toContain("mark it readOnly");
  });
});

describe("a resource whose identifier is one of two texts of its creation", () => {
  const shown = object({ name: text, secret: text }, ["name", "secret"]);
  const paths: JsonObject = {
    "/tokens": {
      ...get("listTokens", { type: "array", items: shown }),
      post: {
        operationId: "createToken",
        requestBody: {
          required: true,
          content: { "application/json": { schema: object({ name: { ...text, minLength: 1 } }, ["name"]) } },
        },
        responses: { "201": { description: "Made.", content: { "application/json": { schema: shown } } }, ...ERRORS },
      },
    },
    "/tokens/{token}": {
      parameters: [{ name: "token", in: "path", required: true, schema: text }],
      ...get("getToken", shown),
      delete: { operationId: "deleteToken", responses: { "204": { description: "Deleted." }, ...ERRORS } },
    },
  };
  const serverOf = (finds: boolean): Respond => {
    const tokens = new Map<string, JsonObject>();
    let last = 0;
    return ({ method, url, body }, response) => {
      const [, name, id = ""] = (url.split("?")[0] ?? "").split("/");
      const token = tokens.get(id);
      if (name !== "tokens" || (id !== "" && (!token || (method === "GET" && !finds)))) return json(response, 404, {});
      if (method === "DELETE" && token) {
        tokens.delete(id);
        return void response.writeHead(204).end();
      }
      if (method === "GET") return json(response, 200, token ?? [...tokens.values()]);
      if (method !== "POST" || id !== "") return json(response, 405, {});
      let sent: JsonObject;
      try {
        sent = asObject(JSON.parse(body));
      } catch {
        return json(response, 400, {});
      }
      if (!isText(sent.name)) return json(response, 400, {});
      last += 1;
      const made = { name: sent.name ?? "", secret: `s-${last}-x` };
      tokens.set(made.secret, made);
      json(response, 201, made);
    };
  };
  test("legal: it is found by its secret, and not by its name", async () => {
    const { results } = await verifyServer(paths, serverOf(true), data);
    expect(all(results).filter((message) => /not found|does not find|404/.test(message))).toEqual([]);
  });
  test("faulty: it is not found", async () => {
    const { results } = await verifyServer(paths, serverOf(false), data);
    expect(all(results)).not.toEqual([]);
  });
});
