import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "../server.js";
import { failuresOf } from "./failures.js";
import { type Respond, verifyServer } from "./small-document.js";
import { data, get, lifeOf, messages, object, text } from "./small-store.js";

const parameter = (name: string, place: string, schema: JsonObject = text) => ({
  name,
  in: place,
  required: place === "path",
  schema,
});
const failures = ({ report }: { report: { causes: readonly { severity: string; title: string }[] } }) =>
  report.causes.filter(({ severity }) => severity === "failure").map(({ title }) => title);

describe("a database that refuses NUL", () => {
  const note = object({ id: text, title: { ...text, minLength: 1 } }, ["id", "title"]);
  const list = { type: "array", items: note };
  const paths: JsonObject = {
    "/notes": get("listNotes", list, { parameters: [parameter("q", "query")] }),
    "/notes/{id}": { parameters: [parameter("id", "path")], ...get("getNote", note) },
    "/topics/{topic}": { parameters: [parameter("topic", "path")], ...get("getTopic", note) },
  };
  const serverOf = (refuses: (pathname: string) => boolean): Respond => {
    const notes = ["a", "b"].map((id) => ({ id, title: `note ${id}` }));
    return ({ method, url }, response) => {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      if (url.includes("%00") && refuses(pathname)) return json(response, 500, { message: "Internal Server Error" });
      if (method !== "GET") return json(response, 405, {});
      if (pathname === "/notes") {
        const q = searchParams.get("q");
        return json(
          response,
          200,
          notes.filter(({ title }) => q === null || title.includes(q)),
        );
      }
      const found = notes.find(({ id }) => pathname.endsWith(`/${id}`));
      json(response, found ? 200 : 404, found ?? {});
    };
  };
  test("is one cause, whose title names NUL", async () => {
    const run = await verifyServer(
      paths,
      serverOf(() => true),
      data,
    );
    expect(failures(run)).toEqual([expect.stringContaining("the character NUL in ")]);
  });
  test("in one parameter is named with it", async () => {
    const run = await verifyServer(
      paths,
      serverOf((pathname) => pathname.startsWith("/topics")),
      data,
    );
    expect(failures(run)).toEqual(["GET /topics/{topic} responds with 500 to the character NUL in topic"]);
  });
});

describe("an unknown identifier, where the document lists no rejection", () => {
  const thing = object({ id: text }, ["id"]);
  const success = { "200": { description: "Done.", content: { "application/json": { schema: thing } } } };
  const paths: JsonObject = {
    "/things": {
      get: {
        operationId: "listThings",
        responses: {
          "200": { description: "All.", content: { "application/json": { schema: { type: "array", items: thing } } } },
        },
      },
    },
    "/things/{id}": { parameters: [parameter("id", "path")], get: { operationId: "getThing", responses: success } },
  };
  const serverOf =
    (unknown: number): Respond =>
    (request, response) => {
      if (request.method !== "GET") return json(response, 405, {});
      if (/^\/things(\?|$)/.test(request.url)) return json(response, 200, [{ id: "t1" }]);
      json(response, request.url === "/things/t1" ? 200 : unknown, request.url === "/things/t1" ? { id: "t1" } : {});
    };
  test("legal: is not found", async () => {
    const { results } = await verifyServer(paths, serverOf(404), data);
    expect([...failuresOf(results), ...messages(results)]).toEqual([]);
  });
  test("faulty: is a server error", async () => {
    const run = await verifyServer(paths, serverOf(500), data);
    expect(failures(run)).toEqual([
      expect.stringMatching(/^GET \/things\/\{id\} responds with 500 to (an|every) unknown id$/),
    ]);
  });
});

describe("an unknown identifier that gets a success with a wrong body", () => {
  const thing = object({ id: text, name: text }, ["id", "name"]);
  const ok = (schema: JsonObject) => ({ description: "Done.", content: { "application/json": { schema } } });
  const paths: JsonObject = {
    "/things": get("listThings", { type: "array", items: thing }),
    "/things/{id}": {
      parameters: [parameter("id", "path")],
      ...get("getThing", thing, { responses: { "200": ok(thing), "4XX": { description: "Rejected." } } }),
    },
  };
  type Answer = (response: ServerResponse) => void;
  const known = { id: "t1", name: "first" };
  const serverOf = (unknown: (id: string) => Answer, show: JsonObject = known): Respond => {
    return ({ method, url }, response) => {
      const id = url.split("?")[0]?.split("/")[2];
      if (method !== "GET") return json(response, 405, {});
      if (id === undefined) return json(response, 200, [known]);
      if (id === "t1") return json(response, 200, show);
      unknown(id)(response);
    };
  };
  const notFound: Answer = (response) => json(response, 404, {});
  const isFound = expect.stringContaining("although no such resource exists");
  test.each<[string, Answer]>([
    ["null", (response) => json(response, 200, null)],
    ["an empty object", (response) => json(response, 200, {})],
    ["an error", (response) => json(response, 200, { error: "not found" })],
    ["a page", (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<p>None.</p>")],
    ["no content", (response) => response.writeHead(204).end()],
  ])("%s: one cause", async (_, answer) => {
    expect(
      failures(
        await verifyServer(
          paths,
          serverOf(() => answer),
          data,
        ),
      ),
    ).toEqual([isFound]);
  });
  test("a wrong body of what exists is a second cause", async () => {
    const run = await verifyServer(
      paths,
      serverOf(() => (response) => json(response, 200, {}), { id: "t1" }),
      data,
    );
    expect(failures(run)).toEqual(
      expect.arrayContaining([isFound, expect.stringContaining("`name` is missing in GET /things/{id}")]),
    );
  });
  test("a long identifier alone that gets one is a cause", async () => {
    const run = await verifyServer(
      paths,
      serverOf((id) => (id.length > 200 ? (response) => json(response, 200, null) : notFound)),
      data,
    );
    expect(failures(run)).toEqual(["The body of GET /things/{id} is null, not an object"]);
  });
});

describe("an unknown identifier below a resource that exists", () => {
  const item = object({ id: text }, ["id"]);
  const paths: JsonObject = {
    "/boards": get("listBoards", { type: "array", items: item }),
    "/boards/{board}/cards": {
      parameters: [parameter("board", "path")],
      ...get("listCards", { type: "array", items: item }),
    },
    "/boards/{board}/cards/{card}": {
      parameters: [parameter("board", "path"), parameter("card", "path")],
      ...get("getCard", item),
    },
  };
  const serverOf =
    (unknownCard: number): Respond =>
    ({ method, url }, response) => {
      const [, , board, , card] = (url.split("?")[0] ?? "").split("/");
      if (method !== "GET") return json(response, 405, {});
      if (board === undefined) return json(response, 200, [{ id: "b1" }]);
      if (board !== "b1") return json(response, 404, {});
      if (card === undefined) return json(response, 200, [{ id: "c1" }]);
      json(response, card === "c1" ? 200 : unknownCard, { id: card });
    };
  test("legal: is not found", async () => {
    const { results } = await verifyServer(paths, serverOf(404), data);
    expect([...failuresOf(results), ...messages(results)]).toEqual([]);
  });
  test.each([
    ["is a server error", 500],
    ["is found", 200],
  ])("faulty: %s", async (_, status) => {
    const { results } = await verifyServer(paths, serverOf(status), data);
    expect(failuresOf(results).join("\n")).toContain("getCard › rejects an unknown card below known resources");
  });
});

describe("titles of causes", () => {
  test("name no example where the document has none, and no status 0", async () => {
    const paths = lifeOf(
      "notes",
      object({ name: { ...text, minLength: 1 } }, ["name"]),
      object({ id: text, name: text }, ["id", "name"]),
    );
    const { titles } = await verifyServer(
      paths,
      ({ method }, response) =>
        method === "PUT" ? void response.destroy() : json(response, method === "POST" ? 400 : 500, {}),
      data,
    );
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.filter((title) => /example example|with 0\b|\(\)|documents $/.test(title))).toEqual([]);
  });
});
