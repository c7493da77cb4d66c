import type { FormPart } from "../http/body/form-parts.js";
import { escapedName } from "../http/body/form-parts.js";
import type { Collection, CollectionRequest } from "./collection.js";
import { fitting, label, type Written } from "./written.js";

/** The boundary of a form, or its beginning. */
const BOUNDARY = "boundary-of-the-form";

/**
 * Lines that these clients act on, also in a body. They are separators, comments, scripts, variables, and names of files to
 * send or to write. Their language cannot escape them. In Visual Studio, U+0085 ends a line too.
 */
const ACTED_ON = /(^|\x85)[\s\x85]*(#|\/\/|\/\*|>|<>|<(@\w*)?[^\S\n]|<@?\w*$|@|\?\?)/m;

/** Characters on which terminals act. A line has tabs and ends. */
const CONTROL = /(?![\t\n\r\x85])\p{Cc}/u;

/** A file of requests, as the HTTP clients of VS Code (REST Client), JetBrains and Visual Studio read it. */
export function httpFile(collection: Collection): Written {
  const { fit, leftOut } = fitting(collection, problemOf);
  const { name, baseUrl } = collection;
  const variables = [`# ${comment(name)}`, `@baseUrl = ${baseUrl}`, "@apiKey = set-your-key"].join("\n");
  return { files: [["requests.http", `${[variables, ...fit.map(textOf)].join("\n\n")}\n`]], leftOut };
}

/** Why the file cannot hold a request. */
function problemOf(request: CollectionRequest): string | undefined {
  const { headers, text = "" } = messageOf(request);
  if (headers.some((line) => isActedOn(line))) return "editors would act on a line of its headers";
  return isActedOn(text) ? "editors would act on a line of its body" : undefined;
}

function isActedOn(text: string): boolean {
  return ACTED_ON.test(text) || CONTROL.test(text);
}

/** The lines of the headers, and the text of the body. */
function messageOf({ headers, body }: CollectionRequest): { headers: string[]; text: string | undefined } {
  const form = body && "fields" in body ? formOf(body.fields) : undefined;
  const all = form ? [...headers, ["Content-Type", `multipart/form-data; boundary=${form.boundary}`]] : headers;
  const text = form ? form.text : body && "text" in body ? body.text : undefined;
  return { headers: all.map(([name, value]) => `${name}: ${value}`), text };
}

function textOf(request: CollectionRequest): string {
  const { operation, base, example, description, method, path } = request;
  const { headers, text } = messageOf(request);
  return [
    `### ${comment(`${operation}: ${example}`)}`,
    `# ${comment(description)}`,
    `${method} ${base}${path}`,
    ...headers,
    ...(text === undefined ? [] : ["", text]),
  ].join("\n");
}

/** A form. Its boundary must not occur in a field (RFC 2046, 5.1.1). */
function formOf(fields: readonly FormPart[]) {
  let boundary = BOUNDARY;
  while (fields.some((field) => Object.values(field).join().includes(boundary))) boundary += "-";
  const parts = fields.map(
    ({ name, filename, type, content }) =>
      `--${boundary}\nContent-Disposition: form-data; name="${escapedName(name)}"${filename === undefined ? "" : `; filename="${escapedName(filename)}"`}\n${type === undefined ? "" : `Content-Type: ${type}\n`}\n${content}\n`,
  );
  return { boundary, text: `${parts.join("")}--${boundary}--` };
}

/** A text in a comment. One that begins with `@` would be a setting. */
function comment(text: string): string {
  return label(text).replace(/^[@#/\s]+/, "");
}
