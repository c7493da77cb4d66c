import { isJson, mediaTypeOf, URLENCODED } from "../http/media-type.js";
import { BASE_URL, type Collection, type CollectionRequest, type ExportedFile } from "./collection.js";

/** A folder that Bruno opens as a collection: a file for each request, and an environment with the variables. */
export function bruno({ name, baseUrl, requests }: Collection): ExportedFile[] {
  const collection = { version: "1", name, type: "collection", ignore: ["node_modules", ".git"] };
  const environment = [block("vars", [`baseUrl: ${baseUrl}`]), "vars:secret [\n  apiKey\n]\n"].join("\n");
  const used = new Set<string>();
  return [
    ["bruno.json", `${JSON.stringify(collection, null, 2)}\n`],
    ["environments/default.bru", environment],
    ...requests.map((request, index): ExportedFile => [`${fileName(request, used)}.bru`, textOf(request, index + 1)]),
  ];
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
  const query = [...new URLSearchParams(path.split("?")[1] ?? "")];
  return [
    block("meta", [`name: ${onOneLine(`${operation}: ${example}`)}`, "type: http", `seq: ${seq}`]),
    block(method.toLowerCase(), [`url: ${BASE_URL}${path}`, `body: ${mode?.name ?? "none"}`, "auth: none"]),
    ...(query.length > 0 ? [block("params:query", query.map(pair))] : []),
    ...(headers.length > 0 ? [block("headers", headers.map(pair))] : []),
    ...(mode ? [block(mode.block, mode.lines)] : []),
    block("docs", [onOneLine(description)]),
  ].join("\n");
}

/** The mode of a body, the name of its block, and the lines of the block. */
function modeOf(body: NonNullable<CollectionRequest["body"]>): { name: string; block: string; lines: string[] } {
  if ("fields" in body) return { name: "multipartForm", block: "body:multipart-form", lines: body.fields.map(pair) };
  if (mediaTypeOf(body.type) === URLENCODED) {
    return {
      name: "formUrlEncoded",
      block: "body:form-urlencoded",
      lines: [...new URLSearchParams(body.text)].map(pair),
    };
  }
  const name = isJson(body.type) ? "json" : "text";
  return { name, block: `body:${name}`, lines: body.text.split("\n") };
}

function pair([name, value]: readonly [string, string]): string {
  return `${name}: ${onOneLine(value)}`;
}

/** A block of the language of Bruno. Its content is indented by two spaces. */
function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
