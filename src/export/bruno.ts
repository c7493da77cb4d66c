import { isJson, mediaTypeOf, URLENCODED } from "../http/media-type.js";
import { BASE_URL, type Collection, type CollectionRequest } from "./collection.js";
import { type ExportedFile, fitting, label, type Written } from "./written.js";

/** A folder that Bruno opens as a collection: a file for each request, and an environment with the variables. */
export function bruno(exported: Collection): Written {
  const { name, baseUrl } = exported;
  const { fit, leftOut } = fitting(exported, problemOf);
  const collection = { version: "1", name, type: "collection", ignore: ["node_modules", ".git"] };
  const environment = [block("vars", [`baseUrl: ${baseUrl}`]), "vars:secret [\n  apiKey\n]\n"].join("\n");
  const used = new Set<string>();
  const files: ExportedFile[] = [
    ["bruno.json", `${JSON.stringify(collection, null, 2)}\n`],
    ["environments/default.bru", environment],
    ...fit.map((request, index): ExportedFile => [`${fileName(request, used)}.bru`, textOf(request, index + 1)]),
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

function textOf(
  { operation, example, description, method, path, headers, body }: CollectionRequest,
  seq: number,
): string {
  const mode = body && modeOf(body);
  const query = pairsIn(path.split("?")[1] ?? "");
  return [
    block("meta", [`name: ${label(`${operation}: ${example}`)}`, "type: http", `seq: ${seq}`]),
    block(method.toLowerCase(), [`url: ${BASE_URL}${path}`, `body: ${mode?.name ?? "none"}`, "auth: none"]),
    ...(query.length > 0 ? [block("params:query", query.map(pair))] : []),
    ...(headers.length > 0 ? [block("headers", headers.map(pair))] : []),
    ...(mode ? [block(mode.block, mode.lines)] : []),
    block("docs", [label(description)]),
  ].join("\n");
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

/** The mode of a body, the name of its block, and the lines of the block. */
function modeOf(body: NonNullable<CollectionRequest["body"]>): { name: string; block: string; lines: string[] } {
  if ("fields" in body) return { name: "multipartForm", block: "body:multipart-form", lines: body.fields.map(pair) };
  const fields = mediaTypeOf(body.type) === URLENCODED ? [...new URLSearchParams(body.text)] : [];
  // Otherwise it is written as it is sent: percent-encoded.
  if (fields.length > 0 && fields.every(isWritable) && !fields.flat().some((text) => text.includes("{{"))) {
    return { name: "formUrlEncoded", block: "body:form-urlencoded", lines: fields.map(pair) };
  }
  const name = isJson(body.type) ? "json" : "text";
  return { name, block: `body:${name}`, lines: body.text.split("\n") };
}

/** Why Bruno's language cannot hold a request. A value has one line; `'''` begins one with several, `@file` names a file. */
function problemOf({ headers, body }: CollectionRequest): string | undefined {
  const fields = body && "fields" in body ? body.fields : [];
  if (headers.every(isWritable) && fields.every(isWritable)) return undefined;
  return "Bruno's files cannot hold the text of a header or a field";
}

function isWritable([name, value]: readonly [string, string]): boolean {
  return !/[\r\n]/.test(name + value) && !/^\s*'''|^\s*\[\s*$|@(file|contentType)\(/.test(value);
}

/** A name and a value in one line. A name with other characters than these is quoted. */
function pair([name, value]: readonly [string, string]): string {
  return `${/^[\w-]+$/.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`}: ${value}`;
}

/** A block of the language of Bruno. Its content is indented by two spaces, so that no line of it ends the block. */
function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
}
