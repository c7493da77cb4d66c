import { BASE_URL, type Collection, type CollectionRequest, type ExportedFile } from "./collection.js";

/** The boundary of a form. It must not occur in a field (RFC 2046, 5.1.1). */
const BOUNDARY = "boundary-of-the-form";

/** A file of requests, as the HTTP clients of VS Code (REST Client), JetBrains and Visual Studio read it. */
export function httpFile({ name, baseUrl, requests }: Collection): ExportedFile[] {
  const variables = [`# ${onOneLine(name)}`, `@baseUrl = ${baseUrl}`, "@apiKey = set-your-key"].join("\n");
  return [["requests.http", `${[variables, ...requests.map(textOf)].join("\n\n")}\n`]];
}

function textOf({ operation, example, description, method, path, headers, body }: CollectionRequest): string {
  const isForm = body !== undefined && "fields" in body;
  const all = isForm ? [...headers, ["Content-Type", `multipart/form-data; boundary=${BOUNDARY}`]] : headers;
  return [
    `### ${onOneLine(`${operation}: ${example}`)}`,
    `# ${onOneLine(description)}`,
    `${method} ${BASE_URL}${path}`,
    ...all.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["", isForm ? formOf(body.fields) : body.text]),
  ].join("\n");
}

function formOf(fields: readonly (readonly [name: string, value: string])[]): string {
  const parts = fields.map(
    ([name, value]) => `--${BOUNDARY}\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`,
  );
  return `${parts.join("")}--${BOUNDARY}--`;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
