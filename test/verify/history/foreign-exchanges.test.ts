import { describe, expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, get, isText, lifeOf, object, objectIn, text } from "#test/verify/small-store.js";

const settings = { ...data, settle: 0 };
const warningsOf = async (paths: JsonObject, respond: Respond) => (await verifyServer(paths, respond, settings)).titles;
/** The titles of the causes that not only the suite showed which follows what it creates. */
const warningsOfOthers = async (paths: JsonObject, respond: Respond) => {
  const { report } = await verifyServer(paths, respond, settings);
  return report.causes.filter(({ cases }) => cases.some((name) => !/ lives as /.test(name))).map(({ title }) => title);
};
const bodyOf = ({ body }: ReceivedRequest) => objectIn(body);
const name: JsonObject = { ...text, minLength: 1, maxLength: 40 };

/** A store of `things`, each step of which a row may change. */
interface Things {
  identify?(last: number, removed: string[], existing: readonly string[], sent: JsonObject): string;
  created?: 200 | 201;
  listed?(all: JsonObject[]): JsonObject[];
}
const THING = object({ id: text, name: text, isDraft: { type: "boolean" } }, ["id", "name"]);
const THINGS = lifeOf("things", object({ name, isDraft: { type: "boolean" } }, ["name"]), THING);
const status = (paths: JsonObject, created: 200 | 201): JsonObject =>
  JSON.parse(JSON.stringify(paths).replace('"201"', `"${created}"`));

function thingsOf({ identify, listed = (all) => all, created = 201 }: Things): Respond {
  const things = new Map<string, JsonObject>();
  const removed: string[] = [];
  let last = 0;
  return (request, response) => {
    const [, , id] = (request.url.split("?")[0] ?? "").split("/");
    const { method } = request;
    const found = id === undefined ? undefined : things.get(id);
    if (id !== undefined && !found) return json(response, 404, {});
    if (method === "GET") return json(response, 200, found ?? listed([...things.values()]));
    if (method === "DELETE" && id !== undefined) {
      things.delete(id);
      removed.push(id);
      return void response.writeHead(204).end();
    }
    if (method !== (found ? "PUT" : "POST")) return json(response, 405, {});
    const body = bodyOf(request);
    const isValid = body && isText(body.name) && String(body.name).length <= 40;
    if (!isValid || !["boolean", "undefined"].includes(typeof body.isDraft)) return json(response, 400, {});
    last += 1;
    const own = id ?? identify?.(last, removed, [...things.keys()], body) ?? `thing_${last}f3c9a${last}`;
    const thing = { ...body, id: own };
    things.set(own, thing);
    json(response, found ? 200 : created, thing);
  };
}

describe("an identifier that a server makes up is never given again", () => {
  const again = /add_things gives a new resource the identifier of another one/;
  const madeUp = (last: number) => `thing_${last}f3c9a${last}`;
  test("faulty: a deleted one is, to another thing", async () => {
    const identify: Things["identify"] = (last, removed) => removed.pop() ?? madeUp(last);
    expect((await warningsOf(THINGS, thingsOf({ identify }))).join("\n")).toMatch(again);
  });
  test("faulty: that of an existing thing with the same name is", async () => {
    const slugs = new Map<string, string>();
    const identify: Things["identify"] = (last, _removed, _existing, sent) => {
      const slug = slugs.get(String(sent.name)) ?? `${sent.name}-${last}f3c`;
      slugs.set(String(sent.name), slug);
      return slug;
    };
    const paths = lifeOf("things", object({ name, note: name }, ["name", "note"]), THING);
    expect((await warningsOf(paths, thingsOf({ identify }))).join("\n")).toMatch(again);
  });
  test("faulty: that of an existing thing is, with 200", async () => {
    const identify: Things["identify"] = (last, _, existing) => existing.at(-1) ?? madeUp(last);
    expect((await warningsOf(status(THINGS, 200), thingsOf({ identify, created: 200 }))).join("\n")).toMatch(again);
  });
  test("legal: a number is, after a deletion", async () => {
    const identify: Things["identify"] = (last, removed) => removed.pop() ?? String(last);
    const titles = await warningsOf(THINGS, thingsOf({ identify }));
    expect(titles.filter((title) => again.test(title))).toEqual([]);
  });
  test("legal: a short name is, after a deletion", async () => {
    const identify: Things["identify"] = (last, removed) => removed.pop() ?? `t${last}`;
    const titles = await warningsOf(THINGS, thingsOf({ identify }));
    expect(titles.filter((title) => again.test(title))).toEqual([]);
  });
});

describe("a whole list has what the run created in it", () => {
  const lacks = /list_things does not list the resource that add_things created/;
  test("faulty: the first three only", async () => {
    const titles = await warningsOfOthers(THINGS, thingsOf({ listed: (all) => all.slice(0, 3) }));
    expect(titles.join("\n")).toMatch(lacks);
  });
  test("faulty: the first three only, on a server that may be late", async () => {
    const server = thingsOf({ listed: (all) => all.slice(0, 3) });
    const { titles } = await verifyServer(THINGS, server, { ...data, settle: 600 });
    expect(titles.join("\n")).toMatch(lacks);
  });
  test("legal: each is listed a moment later", async () => {
    const known = new Map<string, number>();
    const listed: Things["listed"] = (all) => {
      const now = performance.now();
      for (const { id } of all) known.set(String(id), known.get(String(id)) ?? now);
      return all.filter(({ id }) => now - (known.get(String(id)) ?? now) > 40);
    };
    const { titles } = await verifyServer(THINGS, thingsOf({ listed }), { ...data, settle: 600 });
    expect(titles.filter((title) => lacks.test(title))).toEqual([]);
  });
  test.each<[hidden: string, isShown: (thing: JsonObject) => boolean]>([
    ["drafts", ({ isDraft }) => isDraft !== true],
    ["names of one letter", (thing) => String(thing.name).length > 1],
  ])("legal: %s are hidden", async (_, isShown) => {
    const titles = await warningsOfOthers(THINGS, thingsOf({ listed: (all) => all.filter(isShown) }));
    expect(titles.filter((title) => lacks.test(title))).toEqual([]);
  });
});

describe("what several responses name is found", () => {
  const author = object({ username: text, bio: text }, ["username", "bio"]);
  const post = object({ id: text, author }, ["id", "author"]);
  const paths: JsonObject = {
    "/posts": get("listPosts", { type: "array", items: post }),
    "/people/{username}": {
      parameters: [{ name: "username", in: "path", required: true, schema: text }],
      ...get("getPerson", author),
    },
  };
  const missing = /a resource that listPosts names is not found/;
  const authors = ["mina", "aiko.t", "ruben"].map((username) => ({ username, bio: `I am ${username}.` }));
  const serverOf =
    (isFound: (username: string) => boolean, named = authors): Respond =>
    ({ method, url }, response) => {
      const [, kind, username = ""] = (url.split("?")[0] ?? "").split("/");
      if (method !== "GET") return json(response, 405, {});
      if (kind === "posts")
        return json(
          response,
          200,
          named.map((each, index) => ({ id: `p${index}`, author: each })),
        );
      const found = authors.find((each) => encodeURIComponent(each.username) === username);
      return json(response, found && isFound(found.username) ? 200 : 404, found ?? {});
    };
  test("faulty: names with a dot are not", async () => {
    const titles = await warningsOf(
      paths,
      serverOf((username) => !username.includes(".")),
    );
    expect(titles.join("\n")).toMatch(missing);
  });
  test("legal: all of them are", async () => {
    expect(
      await warningsOf(
        paths,
        serverOf(() => true),
      ),
    ).toEqual([]);
  });
  test("legal: a person who is named no more is gone", async () => {
    let isGone = false;
    const inner = [serverOf(() => true), serverOf((username) => username !== "aiko.t", authors.toSpliced(1, 1))];
    const respond: Respond = (request, response) => {
      // The person leaves at the first request for a profile.
      isGone ||= request.url.startsWith("/people/aiko.t");
      inner[isGone ? 1 : 0]?.(request, response);
    };
    expect(await warningsOf(paths, respond)).toEqual([]);
  });
});

describe("a creation finds the resource to which it adds", () => {
  const note = object({ id: text, text, authorId: { type: "integer" } }, ["id", "text"]);
  const parameters = [{ name: "id", in: "path", required: true, schema: text }];
  const noteBody = (properties: JsonObject, required: string[]): JsonObject => ({
    required: true,
    content: { "application/json": { schema: object(properties, required) } },
  });
  const pathsOf = (requestBody: JsonObject): JsonObject => ({
    ...THINGS,
    "/things/{id}/notes/{noteId}": {
      parameters: [...parameters, { name: "noteId", in: "path", required: true, schema: text }],
      ...get("getNote", note),
    },
    "/things/{id}/notes": {
      parameters,
      ...get("listNotes", { type: "array", items: note }),
      post: {
        operationId: "addNote",
        requestBody,
        responses: {
          "201": { description: "Made.", content: { "application/json": { schema: note } } },
          "400": { description: "Invalid." },
          "404": { description: "Not found." },
        },
      },
    },
  });
  const missed = /addNote does not find the resource that add_things created/;
  const refusing = (): Respond => {
    const inner = thingsOf({});
    return (request, response) => {
      if (/\/notes\/./.test(request.url)) return json(response, 404, {});
      if (!request.url.endsWith("/notes")) return inner(request, response);
      if (request.method === "GET") return json(response, 200, []);
      if (request.method !== "POST") return json(response, 405, {});
      json(response, isText(bodyOf(request)?.text) ? 404 : 400, {});
    };
  };
  test("faulty: notes are refused with 404", async () => {
    expect((await warningsOfOthers(pathsOf(noteBody({ text: name }, ["text"])), refusing())).join("\n")).toMatch(
      missed,
    );
  });
  test("legal: the author that the note names may be what is not found", async () => {
    const requestBody = noteBody({ text: name, authorId: { type: "integer" } }, ["text", "authorId"]);
    const titles = await warningsOfOthers(pathsOf(requestBody), refusing());
    expect(titles.filter((title) => missed.test(title))).toEqual([]);
  });
});

describe("a filter selects by the value that a change has made", () => {
  const state: JsonObject = { type: "string", enum: ["open", "closed"] };
  const shown = object({ id: text, name: text, state }, ["id", "name", "state"]);
  const paths = lifeOf("things", object({ name, state }, ["name", "state"]), shown);
  const list = isObject(paths["/things"]) && isObject(paths["/things"].get) ? paths["/things"].get : {};
  list.parameters = [{ name: "state", in: "query", schema: state }];
  const unselected = /list_things does not list a resource by its state/;
  const serverOf = (selectedBy: "first" | "last"): Respond => {
    const things = new Map<string, JsonObject>();
    const first = new Map<string, Json>();
    let last = 0;
    return (request, response) => {
      const { pathname, searchParams } = new URL(request.url, "http://localhost");
      const [, , id] = pathname.split("/");
      const found = id === undefined ? undefined : things.get(id);
      if (id !== undefined && !found) return json(response, 404, {});
      const wanted = searchParams.get("state");
      if (wanted !== null && wanted !== "open" && wanted !== "closed") return json(response, 400, {});
      if (request.method === "GET") {
        const stateOf = (each: JsonObject) => (selectedBy === "first" ? first.get(String(each.id)) : each.state);
        const all = [...things.values()].filter((each) => wanted === null || stateOf(each) === wanted);
        return json(response, 200, found ?? all);
      }
      if (request.method === "DELETE" && id !== undefined) {
        things.delete(id);
        return void response.writeHead(204).end();
      }
      if (request.method !== (found ? "PUT" : "POST")) return json(response, 405, {});
      const body = bodyOf(request);
      const isValid = isText(body?.name) && String(body?.name).length <= 40;
      if (!body || !isValid || !["open", "closed"].includes(String(body.state)) || Array.isArray(body.state))
        return json(response, 400, {});
      last += 1;
      const thing = { name: body.name ?? "", state: body.state ?? "", id: id ?? `t${last}` };
      if (!found) first.set(thing.id, thing.state);
      things.set(thing.id, thing);
      json(response, found ? 200 : 201, thing);
    };
  };
  test("faulty: it selects by the first one", async () => {
    expect((await warningsOf(paths, serverOf("first"))).join("\n")).toMatch(unselected);
  });
  test("legal: it selects by the last one", async () => {
    const titles = await warningsOf(paths, serverOf("last"));
    expect(titles.filter((title) => unselected.test(title))).toEqual([]);
  });
});
