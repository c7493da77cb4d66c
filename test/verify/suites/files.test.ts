import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { readStream } from "#http/body/read-stream.js";
import type { JsonObject } from "#openapi/document/document.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { documentOf } from "#test/verify/small-document.js";
import { testTarget } from "#test/verify/target.js";
import { verify } from "#verify/verify.js";

const NAME: JsonObject = { type: "string", minLength: 8 };
const THING: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: NAME } };
const FILE: JsonObject = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, title: NAME, size: { type: "integer" }, contentType: { type: "string" } },
};
const BYTES: JsonObject = { schema: { type: "string", format: "binary" } };
const id: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (more: JsonObject = {}): JsonObject => ({ description: "Done.", ...more });
const UNKNOWN: JsonObject = { "404": done() };
const FORM: JsonObject = {
  type: "object",
  required: ["data", "title"],
  properties: { data: { type: "string", format: "binary" }, title: NAME },
};

const PATHS: JsonObject = {
  "/things": {
    post: {
      operationId: "create",
      requestBody: { required: true, ...json({ type: "object", required: ["name"], properties: { name: NAME } }) },
      responses: { "201": done(json(THING)) },
    },
  },
  "/things/{id}": {
    get: { operationId: "read", parameters: [id], responses: { "200": done(json(THING)), ...UNKNOWN } },
  },
  "/things/{id}/picture": {
    parameters: [id],
    put: {
      operationId: "putPicture",
      requestBody: { content: { "image/png": BYTES, "application/octet-stream": BYTES } },
      responses: { "204": done(), ...UNKNOWN },
    },
    get: {
      operationId: "getPicture",
      description: "The bytes and the media type are those of the upload.",
      responses: { "200": done({ content: { "*/*": BYTES } }), ...UNKNOWN },
    },
  },
  "/files": {
    post: {
      operationId: "upload",
      requestBody: { required: true, content: { "multipart/form-data": { schema: FORM } } },
      responses: { "201": done(json(FILE)) },
    },
  },
  "/files/{id}": {
    parameters: [id],
    get: { operationId: "showFile", responses: { "200": done(json(FILE)), ...UNKNOWN } },
    delete: { operationId: "deleteFile", responses: { "204": done(), ...UNKNOWN } },
  },
  "/files/{id}/content": {
    get: {
      operationId: "download",
      parameters: [id],
      responses: { "200": done({ content: { "*/*": BYTES } }), ...UNKNOWN },
    },
  },
};

interface Stored {
  type: string;
  bytes: Buffer;
}

/** The parts of a server that a row may change. */
interface Behavior {
  /** What is stored of an upload. */
  store?: (file: Stored, before: Stored | undefined) => Stored | undefined;
  /** The place of the picture of a thing. */
  place?: (id: string) => string;
  size?: (file: Stored) => number;
  /** Whether the bytes of a deleted file stay. */
  keepsDeleted?: boolean;
  /** Whether an upload is rejected with 422. */
  rejects?: (file: Stored) => boolean;
}

async function run(behavior: Behavior) {
  const { store = (file) => file, place = (key) => key, size = ({ bytes }) => bytes.length } = behavior;
  const { keepsDeleted = false, rejects = () => false } = behavior;
  const things: string[] = [];
  const stored = new Map<string, Stored>();
  const files = new Map<string, JsonObject>();
  let last = 0;
  const server = createServer(async (incoming, response) => {
    const { body } = await readStream(incoming);
    const { method, url = "", headers } = incoming;
    const [, kind, number = "", part] = url.split("/");
    const send = (status: number, value?: JsonObject) =>
      response
        .writeHead(status, value ? { "content-type": "application/json" } : {})
        .end(value ? JSON.stringify(value) : undefined);
    const keep = (key: string, file: Stored) => {
      const changed = store(file, stored.get(key));
      if (changed) stored.set(key, changed);
    };
    if (method === "POST" && kind === "things") {
      things.push(JSON.parse(String(body)).name);
      return send(201, { id: things.length, name: things.at(-1) ?? "" });
    }
    if (method === "POST") {
      const [file, title] = partsOf(body, String(headers["content-type"]));
      if (rejects(file)) return send(422);
      last += 1;
      const own = last;
      keep(`file ${own}`, file);
      const shown: JsonObject = { id: own, title, size: size(file), contentType: file.type };
      files.set(String(own), shown);
      return send(201, shown);
    }
    const file = files.get(number);
    if (kind === "files" && (part === undefined || !keepsDeleted) && !file) return send(404);
    if (method === "DELETE") {
      files.delete(number);
      return send(204);
    }
    if (kind === "files" && part === undefined) return send(200, file);
    const name = kind === "things" ? things[Number(number) - 1] : "";
    if (name === undefined) return send(404);
    if (part === undefined) return send(200, { id: Number(number), name });
    const key = kind === "things" ? place(number) : `file ${number}`;
    if (method === "PUT") {
      const sent = { type: String(headers["content-type"]), bytes: body };
      if (rejects(sent)) return send(422);
      keep(key, sent);
      return send(204);
    }
    const found = stored.get(key);
    if (!found) return send(404);
    response.writeHead(200, { "content-type": found.type }).end(found.bytes);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const { port } = server.address() as AddressInfo;
    const target = testTarget(`http://127.0.0.1:${port}`, { credentials: {}, hasExampleData: false });
    const report = await verify({ contract: documentOf(PATHS), target, only: ["files"] });
    const cases = report.cases.filter(({ suite }) => suite === "files");
    const warnings = warningsOf(cases).map(({ message }) => message);
    return { failures: failuresOf(cases), warnings, verdicts: cases.map(({ outcome }) => outcome.verdict) };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** The file and the title of a form. */
function partsOf(body: Buffer, type: string): [Stored, string] {
  const boundary = /boundary=(\S+)/.exec(type)?.[1] ?? "";
  const parts = body.toString("latin1").split(`--${boundary}`).slice(1, -1);
  const contentOf = (name: string) => {
    const part = parts.find((one) => one.includes(`name="${name}"`)) ?? "";
    const at = part.indexOf("\r\n\r\n");
    return { head: part.slice(0, at), bytes: Buffer.from(part.slice(at + 4, -2), "latin1") };
  };
  const { head, bytes } = contentOf("data");
  return [{ type: /content-type: (.*)/i.exec(head)?.[1]?.trim() ?? "", bytes }, String(contentOf("title").bytes)];
}

const LEGAL: [title: string, behavior: Behavior][] = [
  ["keeps what is uploaded", {}],
  [
    "accepts pictures with the signature of PNG only",
    { rejects: ({ type, bytes }) => type === "image/png" && bytes[1] !== 80 },
  ],
  ["rejects other files than pictures and texts", { rejects: ({ type }) => !/^(image|text)\//.test(type) }],
];

test.each(LEGAL)("a server passes without a warning if it %s", async (_, behavior) => {
  const { failures, warnings, verdicts } = await run(behavior);
  expect([...failures, ...warnings]).toEqual([]);
  expect(verdicts).toEqual(["passed", "passed"]);
});

const FAULTS: [title: string, behavior: Behavior, message: string][] = [
  [
    "stores bytes as text",
    { store: ({ type, bytes }) => ({ type, bytes: Buffer.from(String(bytes)) }) },
    "getPicture sends other bytes than putPicture stored",
  ],
  ["keeps the first file", { store: (file, before) => before ?? file }, "getPicture sends other bytes"],
  ["forgets files", { store: () => undefined }, "download does not find the file that upload stored"],
  [
    "forgets media types",
    { store: ({ bytes }) => ({ type: "image/gif", bytes }) },
    "getPicture sends another media type",
  ],
  ["has one picture for all", { place: () => "one" }, "a file that was stored for another resource"],
];

test.each(FAULTS)("a server fails if it %s", async (_, behavior, message) => {
  const { failures } = await run(behavior);
  expect(failures.join("\n")).toContain(message);
});

const WARNINGS: [title: string, behavior: Behavior, message: string][] = [
  ["shows another size", { size: ({ bytes }) => bytes.length + 1 }, "shows another /size"],
  ["sends the bytes of deleted files", { keepsDeleted: true }, "still sends the bytes of a file"],
];

test.each(WARNINGS)("a server has a warning, and no failure, if it %s", async (_, behavior, message) => {
  const { failures, warnings } = await run(behavior);
  expect(failures).toEqual([]);
  expect(warnings.join("\n")).toContain(message);
});
