import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, isText, lifeOf, object, objectIn, text } from "#test/verify/small-store.js";

const BODY = object({ name: { ...text, maxLength: 40 } }, ["name"]);
const NOTE = object({ id: text, name: text }, ["id", "name"]);

/** The document of notes without a list. Their creation responds with 200: that does not say whether a note is a new one. */
const ALL = JSON.stringify(lifeOf("notes", BODY, NOTE)).replace('"201":', '"200":');
const PATHS: JsonObject = JSON.parse(ALL, (name, value) => (name === "/notes" ? { post: value.post } : value));

test("a resource that is left because nothing showed whose it is, is removed at the end if the run knows by then", async () => {
  const notes = new Map<string, JsonObject>();
  const respond: Respond = ({ method, url, body }, response) => {
    const [, , id = ""] = (url.split("?")[0] ?? "").split("/");
    const note = notes.get(id);
    if (id !== "" && !note) return json(response, 404, {});
    if (method === "GET") return json(response, 200, note ?? [...notes.values()]);
    if (method === "DELETE" && note) {
      notes.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== (note ? "PUT" : "POST")) return json(response, 405, {});
    const sent = objectIn(body);
    if (!sent || !isText(sent.name) || String(sent.name).length > 40) return json(response, 400, {});
    const kept = { id: note ? id : randomUUID(), name: sent.name ?? "" };
    notes.set(String(kept.id), kept);
    json(response, 200, kept);
  };
  const target = { ...data, writes: "reversible", allowed: new Set<string>() } as const;
  const { results, report } = await verifyServer(PATHS, respond, target, { parallel: 1 });
  expect(failuresOf(results)).toEqual([]);
  expect(report.leftovers).toEqual([]);
  expect([...notes.values()]).toEqual([]);
});
