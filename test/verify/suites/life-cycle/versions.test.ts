import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { asList, type JsonObject } from "#openapi/document/document.js";
import { sample } from "../../../sample.js";
import { json, numbers } from "../../../server.js";
import { failuresOf } from "../../failures.js";
import { type Respond, verifyServer } from "../../small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "../../small-store.js";

const named = (...names: string[]): JsonObject => ({
  parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })),
});
const done = (schema?: JsonObject): JsonObject => ({
  description: "Done.",
  ...(schema ? { content: { "application/json": { schema } } } : {}),
});
const WRITTEN = object({ title: { ...text, minLength: 3 }, body: { ...text, minLength: 3 } }, ["title", "body"]);
const write = (operationId: string, status: string, schema: JsonObject): JsonObject => ({
  operationId,
  requestBody: { required: true, content: { "application/json": { schema: WRITTEN } } },
  responses: { [status]: done(schema), ...ERRORS },
});

/** A resource with its versions, the oldest one first. */
interface Kept {
  shown: JsonObject;
  versions: JsonObject[];
}

/** What a change does to the versions (default: it adds one). */
type Change = (kept: Kept, version: JsonObject, before: JsonObject) => void;

const adding: Change = ({ versions }, version) => void versions.push(version);

/** How a document names the versions of a resource, and refers to the last one. */
interface Style {
  collection: string;
  /** The field that identifies a version. */
  id: string;
  /** The field of the resource that refers to the last version. */
  last?: string;
  next(kept: Kept): string | number;
  /** Whether a version has a `GET` of its own. */
  isRead: boolean;
  method: "put" | "patch";
}

const STYLES: Record<string, Style> = {
  "versions by UUIDs, beside the current one": {
    ...{ collection: "versions", id: "version", last: "currentVersion", isRead: true, method: "put" },
    next: () => randomUUID(),
  },
  "revisions by numbers, which have no GET": {
    ...{ collection: "revisions", id: "number", isRead: false, method: "patch" },
    next: ({ versions }) => versions.length + 1,
  },
  "revisions behind a head": {
    ...{ collection: "revisions", id: "id", last: "head_revision_id", isRead: true, method: "patch" },
    next: () => randomUUID(),
  },
};

function pathsOf({ collection, id, last, isRead, method }: Style): JsonObject {
  const number = id === "number" ? { type: "integer" } : text;
  const page = object({ id: text, title: text, body: text, ...(last ? { [last]: text } : {}) }, ["id"]);
  // A version has a list of its own.
  const version = object({ [id]: number, title: text, body: text, notes: { type: "array", items: text } });
  return {
    "/pages": { ...get("listPages", { type: "array", items: page }), post: write("addPage", "201", page) },
    "/pages/{page}": {
      ...named("page"),
      ...get("readPage", page),
      [method]: write("changePage", "200", page),
      delete: { operationId: "removePage", responses: { "204": done(), ...ERRORS } },
    },
    ...(isRead
      ? { [`/pages/{page}/${collection}/{version}`]: { ...named("page", "version"), ...get("readVersion", version) } }
      : {}),
    [`/pages/{page}/${collection}`]: {
      ...named("page"),
      ...get("listVersions", object({ [collection]: { type: "array", items: version } })),
    },
  };
}

function server({ collection, id, last, next, method: change }: Style, onChange: Change): Respond {
  const pages = new Map<string, Kept>();
  const nextPage = numbers();
  return ({ method, url, body }, response) => {
    const [, , page = "", below, version] = (url.split("?")[0] ?? "").split("/");
    const kept = pages.get(page);
    if (page !== "" && !kept) return json(response, 404, {});
    if (kept && below === collection && method === "GET") {
      if (version === undefined) return json(response, 200, { [collection]: kept.versions.toReversed() });
      const found = kept.versions.find((one) => String(one[id]) === version);
      return json(response, found ? 200 : 404, found ?? {});
    }
    if (method === "GET") return json(response, 200, kept ? kept.shown : [...pages.values()].map(({ shown }) => shown));
    if (method === "DELETE" && kept && below === undefined) {
      pages.delete(page);
      return void response.writeHead(204).end();
    }
    const isWrite = below === undefined && method === (kept ? change.toUpperCase() : "POST");
    if (!isWrite) return json(response, 405, {});
    const { title, body: written } = objectIn(body) ?? {};
    const isText = (value: unknown): value is string => typeof value === "string" && value.length >= 3;
    if (!isText(title) || !isText(written)) return json(response, 400, { message: "invalid" });
    const content = { title, body: written };
    const own: Kept = kept ?? { shown: { id: `p${nextPage()}` }, versions: [] };
    const made: JsonObject = { [id]: next(own), ...content };
    const before = own.shown;
    own.shown = { ...before, ...content, ...(last ? { [last]: made[id] ?? "" } : {}) };
    pages.set(String(own.shown.id), own);
    if (kept) onChange(own, made, before);
    else own.versions.push(made);
    json(response, kept ? 200 : 201, own.shown);
  };
}

async function findingsOf(style: Style, onChange: Change): Promise<string[]> {
  const only = ["the created resource lives"];
  const { results } = await verifyServer(pathsOf(style), server(style, onChange), { ...data, settle: 20 }, { only });
  return [...failuresOf(results), ...messages(results)];
}

describe.each(sample(Object.entries(STYLES), 2))("%s", (_, style) => {
  test.each<[what: string, onChange: Change]>([
    ["makes a version with each change", adding],
    [
      "keeps what was there before, and not the current content",
      ({ versions }, version, { title = "", body = "" }) => void versions.push({ ...version, title, body }),
    ],
    [
      "changes its last version in place",
      (kept, version) => {
        const [latest = version] = kept.versions.slice(-1);
        Object.assign(latest, { ...version, [style.id]: latest[style.id] });
        if (style.last) kept.shown[style.last] = latest[style.id] ?? "";
      },
    ],
  ])("a server that %s has no finding", async (_what, onChange) => {
    expect(await findingsOf(style, onChange)).toEqual([]);
  });

  test.each<[what: string, message: RegExp, onChange: Change]>([
    ["makes no version", /shows no new version|that readPage names is not found/, () => {}],
    [
      "changes the older versions as well",
      /changed \/(title|body) of another resource/,
      (kept, version) => {
        const { title = "", body = "" } = version;
        for (const older of kept.versions) Object.assign(older, { title, body });
        kept.versions.push(version);
      },
    ],
    [
      "swaps the fields of a new version",
      /listVersions lists another \/(title|body) than the resource has/,
      (kept, version) => void kept.versions.push({ ...version, title: version.body ?? "", body: version.title ?? "" }),
    ],
  ])("a server that %s is told apart", async (_what, message, onChange) => {
    expect(await findingsOf(style, onChange)).toContainEqual(expect.stringMatching(message));
  });
});

test("a server that refers to a last version that it does not find is told apart", async () => {
  const [style] = Object.values(STYLES);
  if (!style) throw new Error("There is no style.");
  const findings = await findingsOf(style, (kept, version) => {
    kept.versions.push(version);
    kept.shown.currentVersion = randomUUID();
  });
  expect(asList(findings)).toContainEqual(expect.stringMatching(/that readPage names is not found/));
});
