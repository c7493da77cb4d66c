import { STATUS_CODES } from "node:http";
import type { FormPart } from "../http/body/form-parts.js";
import { isJson, mediaTypeOf, URLENCODED } from "../http/media-type.js";
import { assertions, type ScriptNames } from "./assertions.js";
import type { Collection, CollectionRequest } from "./collection.js";
import type { CollectionKey } from "./collection-key.js";
import { type SampleFiles, sampleFiles } from "./sample-files.js";
import { API_KEY } from "./variables.js";
import { type ExportedFile, fitting, label, type Written } from "./written.js";

const NAMES: ScriptNames = {
  test: "test",
  expect: "expect",
  status: "res.getStatus()",
  contentType: 'res.getHeader("content-type") || ""',
};

/**
 * A folder that Bruno opens as a collection: a file for each request, the key of all, and an environment. Each request
 * asserts its documented response, and has its example as a saved response.
 */
export function bruno(exported: Collection): Written {
  const { name, baseUrl } = exported;
  const key = exported.key && isHeld(exported.key) ? exported.key : undefined;
  const requests = key
    ? exported.requests
    : exported.requests.map((request) => ({ ...request, inheriting: undefined }));
  const { fit, leftOut } = fitting({ ...exported, requests }, problemOf);
  const collection = { version: "1", name, type: "collection", ignore: ["node_modules", ".git"] };
  const environment = [block("vars", [`baseUrl: ${baseUrl}`]), "vars:secret [\n  apiKey\n]\n"].join("\n");
  const used = new Set<string>();
  const samples = sampleFiles(fit);
  const files: ExportedFile[] = [
    ["bruno.json", `${JSON.stringify(collection, null, 2)}\n`],
    ["environments/default.bru", environment],
    ...(key ? [["collection.bru", authOf(key)] as const] : []),
    ...fit.map(
      (request, index): ExportedFile => [`${fileName(request, used)}.bru`, textOf(request, index + 1, samples)],
    ),
    ...samples.files,
  ];
  return { files, leftOut };
}

/** The name of a request's file, without characters that a file system may refuse, and not that of another one. */
function fileName({ operation, example }: CollectionRequest, used: Set<string>): string {
  const plain = (text: string) => text.replace(/[^\w-]+/g, "-").slice(0, 80) || "request";
  const first = `${plain(operation)}/${plain(example)}`;
  let name = first;
  // Some file systems ignore case.
  for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${first}-${number}`;
  used.add(name.toLowerCase());
  return name;
}

/** Whether the file of a collection can hold a key. */
function isHeld(key: CollectionKey): boolean {
  return key.type === "bearer" || [key.name, key.value].every((text) => isWritable(["key", text]));
}

function authOf(key: CollectionKey): string {
  if (key.type === "bearer") {
    return [block("auth", ["mode: bearer"]), block("auth:bearer", [`token: ${API_KEY}`])].join("\n");
  }
  const placement = key.type === "query" ? "queryparams" : "header";
  const lines = [`key: ${key.name}`, `value: ${key.value}`, `placement: ${placement}`];
  return [block("auth", ["mode: apikey"]), block("auth:apikey", lines)].join("\n");
}

function textOf(
  { operation, base, example, description, response, inheriting, ...own }: CollectionRequest,
  seq: number,
  samples: SampleFiles,
): string {
  const { method, path, headers, body } = inheriting ?? own;
  const mode = body && modeOf(body, samples);
  const query = pairsIn(path.split("?")[1] ?? "");
  const tests = assertions(response, NAMES);
  const url = `url: ${base}${path}`;
  return [
    block("meta", [`name: ${label(`${operation}: ${example}`)}`, "type: http", `seq: ${seq}`]),
    block(method.toLowerCase(), [url, `body: ${mode?.name ?? "none"}`, `auth: ${inheriting ? "inherit" : "none"}`]),
    ...(query.length > 0 ? [block("params:query", query.map(pair))] : []),
    ...(headers.length > 0 ? [block("headers", headers.map(pair))] : []),
    ...(mode ? [block(mode.block, mode.lines)] : []),
    ...(tests.length > 0 ? [block("tests", tests)] : []),
    block("docs", [label(description)]),
    block("example", savedResponse(example, requestOf(url, method, mode), response)),
  ].join("\n");
}

/** The lines of the request of a saved response. */
function requestOf(url: string, method: string, mode: Mode | undefined): string[] {
  const lines = [url, `method: ${method.toLowerCase()}`, `mode: ${mode?.name ?? "none"}`];
  return mode ? [...lines, ...part(mode.block, mode.lines)] : lines;
}

/** The lines of the documented response, as if it had been received. */
function savedResponse(
  example: string,
  request: readonly string[],
  { code, saved }: CollectionRequest["response"],
): string[] {
  const content = saved && isJson(saved.type) ? "json" : "text";
  const body = saved
    ? [`type: ${content}`, "content: '''", ...quotable(saved.text).split("\n").map(indented), "'''"]
    : [];
  const parts = [
    ...(saved ? part("headers", [`Content-Type: ${saved.type}`]) : []),
    ...part("status", [`code: ${code}`, `text: ${STATUS_CODES[code] ?? ""}`]),
    ...(saved ? part("body", body) : []),
  ];
  return [`name: ${label(example)}`, ...part("request", request), ...part("response", parts)];
}

/** A text that does not end the quotes around it. Only texts in JSON have such quotes in practice, as an escape. */
function quotable(text: string): string {
  return text.replaceAll("'''", "\\u0027\\u0027\\u0027");
}

/** A part of a block of an example. */
function part(name: string, lines: readonly string[]): string[] {
  return [`${name}: {`, ...lines.map(indented), "}"];
}

/** The parts of a query as they are: Bruno sends them so. */
function pairsIn(query: string): [string, string][] {
  return query
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const at = `${part}=`.indexOf("=");
      return [part.slice(0, at), part.slice(at + 1)];
    });
}

interface Mode {
  name: string;
  block: string;
  lines: string[];
}

/** The mode of a body, the name of its block, and the lines of the block. */
function modeOf(body: NonNullable<CollectionRequest["body"]>, samples: SampleFiles): Mode {
  if ("fields" in body) {
    const lines = body.fields.map((field) => formField(field, samples));
    return { name: "multipartForm", block: "body:multipart-form", lines };
  }
  // Otherwise it is written as it is sent: percent-encoded.
  if (isPlainForm(body)) {
    const lines = [...new URLSearchParams(body.text)].map(pair);
    return { name: "formUrlEncoded", block: "body:form-urlencoded", lines };
  }
  const name = isJson(body.type) ? "json" : "text";
  return { name, block: `body:${name}`, lines: body.text.split("\n") };
}

/** Whether the fields of a form can be written one by one. */
function isPlainForm({ type, text }: { type: string; text: string }): boolean {
  const fields = mediaTypeOf(type) === URLENCODED ? [...new URLSearchParams(text)] : [];
  return fields.length > 0 && fields.every(isWritable) && !fields.flat().some((one) => one.includes("{{"));
}

/**
 * Why Bruno's language cannot hold a request. A value has one line. `'''` begins one with several, and `@file` names a file.
 * A name that begins with `~` is not sent. Bruno reads every end of a line as that of Unix.
 */
function problemOf({ headers, body }: CollectionRequest): string | undefined {
  const texts = body && "fields" in body ? body.fields.filter(({ filename }) => filename === undefined) : [];
  const fields = texts.map(({ name, content }) => [name, content] as const);
  if (!headers.every(isWritable) || !fields.every(isWritable)) {
    return "Bruno's files cannot hold the text of a header or a field";
  }
  const text = body && "text" in body && !isPlainForm(body) ? body.text : "";
  return /(?![\t\n])\p{Cc}/u.test(text) ? "Bruno's files cannot hold the control characters of the body" : undefined;
}

function isWritable([name, value]: readonly [name: string, value: string, ...others: string[]]): boolean {
  return (
    !/^~|(?!\t)\p{Cc}/u.test(name) &&
    !/(?!\t)\p{Cc}/u.test(value) &&
    !/^\s*'''|^\s*\[\s*$|@(file|contentType)\(/.test(value)
  );
}

/** A name and a value in one line. A name with other characters than these is quoted. */
function pair([name, value]: readonly [string, string]): string {
  return `${/^[\w-]+$/.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`}: ${value}`;
}

/** A part of a form in one line. */
function formField(part: FormPart, { pathOf }: SampleFiles): string {
  const path = pathOf(part);
  const value = path === undefined ? part.content : `@file(${path})`;
  return pair([part.name, part.type === undefined ? value : `${value} @contentType(${part.type})`]);
}

/** A block of the language of Bruno. Its content is indented by two spaces, so that no line of it ends the block. */
function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map(indented).join("\n")}\n}\n`;
}

function indented(line: string): string {
  return `  ${line}`;
}
