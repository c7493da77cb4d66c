import { describe, expect, test } from "vitest";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json } from "../server.js";
import { failuresOf, warningsOf } from "./failures.js";
import { type Respond, verifyServer } from "./small-document.js";
import { data, ERRORS, get, isText, object, text } from "./small-store.js";

type Fault = "keeps deleted" | "shows another" | "loses the note" | "lists none";

/** Names from outside to inside, under which a body has the resource or the list. */
const FORMS: Record<string, readonly string[]> = {
  plain: [],
  "in one envelope": ["post"],
  "in two envelopes": ["data", "post"],
  "in two envelopes of one name each": ["result", "item"],
};

const post = object({ id: text, title: text, note: text }, ["id", "title", "note"]);

/** The names around a list: the innermost is a plural, as JSend writes it. */
const aroundList = (names: readonly string[]) => names.map((name, at) => (at === names.length - 1 ? `${name}s` : name));

function wrappedSchema(schema: JsonObject, names: readonly string[]): JsonObject {
  return names.reduceRight<JsonObject>(
    (inner, name, at) => object({ [name]: inner, ...(at === 0 && names.length > 1 ? { status: text } : {}) }, [name]),
    schema,
  );
}

function wrapped(value: Json, names: readonly string[]): Json {
  return names.reduceRight<Json>(
    (inner, name, at) => ({ [name]: inner, ...(at === 0 && names.length > 1 ? { status: "success" } : {}) }),
    value,
  );
}

function pathsOf(names: readonly string[]): JsonObject {
  const shown = wrappedSchema(post, names);
  const sent = object({ title: { ...text, minLength: 1 }, note: { ...text, minLength: 1 } }, ["title", "note"]);
  const requestBody = { required: true, content: { "application/json": { schema: sent } } };
  const answer = (description: string) => ({ description, content: { "application/json": { schema: shown } } });
  return {
    "/posts": {
      post: { operationId: "addPost", requestBody, responses: { "201": answer("Made."), ...ERRORS } },
      ...get("listPosts", wrappedSchema({ type: "array", items: post }, aroundList(names))),
    },
    "/posts/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      ...get("getPost", shown),
      put: { operationId: "putPost", requestBody, responses: { "200": answer("Changed."), ...ERRORS } },
      delete: { operationId: "deletePost", responses: { "204": { description: "Deleted." }, ...ERRORS } },
    },
  };
}

function serverOf(names: readonly string[], fault?: Fault): Respond {
  const posts = new Map<string, JsonObject>();
  let last = 0;
  const read = (body: string): JsonObject | undefined => {
    try {
      const { title, note } = asObject(JSON.parse(body));
      return isText(title) && isText(note) ? { title: title ?? "", note: note ?? "" } : undefined;
    } catch {
      return undefined;
    }
  };
  return ({ method, url, body, headers }, response) => {
    const [, , id = ""] = (url.split("?")[0] ?? "").split("/");
    const found = posts.get(id);
    if (id !== "" && !found) return json(response, 404, {});
    if (method === "GET" && !found) {
      return json(response, 200, wrapped(fault === "lists none" ? [] : [...posts.values()], aroundList(names)));
    }
    if (method === "GET" && found) {
      const shown = fault === "shows another" ? { ...found, id: `${id}9` } : found;
      return json(response, 200, wrapped(shown, names));
    }
    if (method === "DELETE" && found) {
      if (fault !== "keeps deleted") posts.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== (found ? "PUT" : "POST")) return json(response, 405, {});
    if (!headers["content-type"]?.startsWith("application/json")) return json(response, 400, {});
    const made = read(body);
    if (!made) return json(response, 400, { message: "invalid" });
    if (!found) last += 1;
    const kept = { ...made, ...(fault === "loses the note" && found ? { note: "" } : {}), id: found?.id ?? `p${last}` };
    posts.set(String(kept.id), kept);
    json(response, found ? 200 : 201, wrapped({ ...kept, ...made }, names));
  };
}

describe.each(Object.entries(FORMS))("a resource %s", (_, names) => {
  const run = (fault?: Fault) => verifyServer(pathsOf(names), serverOf(names, fault), data);

  test("legal: a server that keeps it passes, without a warning", async () => {
    const { results } = await run();
    expect([failuresOf(results), warningsOf(results)]).toEqual([[], []]);
  });

  test.each<[Fault, string]>([
    ["keeps deleted", "deletePost"],
    ["shows another", "addPost"],
    ["loses the note", "putPost"],
    ["lists none", "addPost"],
  ])("faulty: a server that %s is told apart", async (fault, operation) => {
    const { results } = await run(fault);
    const texts = [...failuresOf(results), ...warningsOf(results).map(({ message }) => `${message}`)];
    expect(texts).not.toEqual([]);
    expect(texts.join("\n")).toContain(operation);
  });
});
