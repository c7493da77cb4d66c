import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { includesType, isForm, isJson } from "#http/media-type.js";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import { loadDocument } from "#openapi/load/load.js";
import type { MediaType, Operation, Parameter } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import type { ReadRequest, ReadValue, ServedRequest, Violation } from "./service.js";

/** The operation at a path, and the percent-encoded values of its path parameters. */
export interface Match {
  operation: Operation;
  texts: Record<string, string>;
}

/** The result of reading a request: its values, and the statements that it violates, the first one first. */
export interface Reading {
  values: ReadRequest;
  violations: Violation[];
}

/** Routes requests by a document, and reads them. Independent of the validator of `verify`. */
export class RequestReader {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
  readonly #operations: { operation: Operation; template: RegExp }[];

  private constructor(readonly document: OpenApiDocument) {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ ...asObject(forRequests(document)), $id: "document:" });
    this.#operations = operationsOf(document).map((operation) => ({ operation, template: templateOf(operation.path) }));
  }

  static async of(file: string): Promise<RequestReader> {
    return new RequestReader(await loadDocument(file));
  }

  /** The operations at a path, whatever their method. A path without parameters wins. */
  matches(path: string): Match[] {
    const found = this.#operations.flatMap(({ operation, template }) => {
      const match = template.exec(path);
      return match ? [{ operation, texts: { ...match.groups } }] : [];
    });
    const [first] = found.toSorted((a, b) => Object.keys(a.texts).length - Object.keys(b.texts).length);
    return found.filter(({ operation }) => operation.path === first?.operation.path);
  }

  /** Reads the values of a request. */
  async read({ operation, texts }: Match, request: ServedRequest): Promise<Reading> {
    const values: ReadRequest = { path: {}, query: {}, header: {}, cookie: {}, body: undefined, files: {} };
    const violations: Violation[] = [];
    const report = (found: Omit<Violation, "operation">) => violations.push({ operation: operation.id, ...found });
    for (const parameter of operation.parameters) {
      const { name, in: location, required, schemaPointer } = parameter;
      const status = location === "path" ? 404 : 400;
      const place = { kind: "parameter", place: name, status } as const;
      const value = this.#parameter(parameter, texts, request);
      if (value === undefined) {
        if (required) report({ ...place, keyword: "required", message: `${location} parameter ${name} is missing` });
        continue;
      }
      values[location][name] = value;
      for (const { keyword, message } of this.#errors(schemaPointer, value)) {
        report({ ...place, keyword, message: `${name} ${message}` });
      }
    }
    if (operation.requestBody && operation.method !== "get") await this.#body(operation, request, values, report);
    return { values, violations };
  }

  async #body(
    operation: Operation,
    { body, headers }: ServedRequest,
    values: ReadRequest,
    report: (found: Omit<Violation, "operation">) => void,
  ): Promise<void> {
    const { required = false, content = [] } = operation.requestBody ?? {};
    if (body.length === 0) {
      const message = "The body is missing";
      if (required) report({ kind: "missingBody", place: "", keyword: "", status: 400, message });
      return;
    }
    const contentType = headers["content-type"] ?? "";
    const described = content.find(({ name }) => includesType(name, contentType));
    const problem = { place: "", keyword: "", status: 400 };
    if (!described) {
      report({ ...problem, kind: "mediaType", message: `${contentType} is not supported`, status: 415 });
    }
    const mediaType = described ?? content[0];
    if (!mediaType) return;
    if (!isJson(mediaType.name) && !isForm(mediaType.name)) {
      values.body = body.toString("latin1");
      return;
    }
    const read = await readBody(body, described ? contentType : mediaType.name).catch(() => undefined);
    if (!read) {
      report({ ...problem, kind: "syntax", message: "The body cannot be read" });
      return;
    }
    values.files = read.files;
    values.body = isJson(mediaType.name) ? read.value : this.#typedFields(mediaType, read.value);
    for (const { instancePath, keyword, message } of this.#errors(mediaType.schemaPointer, values.body)) {
      report({ kind: "body", place: instancePath, keyword, status: 400, message: `${instancePath} ${message}` });
    }
  }

  #errors(pointer: string, value: ReadValue) {
    const reference = `document:#${pointer.slice(1).split("/").map(encodeURIComponent).join("/")}`;
    const validate = this.#ajv.getSchema(reference);
    if (!validate) throw new Error(`${pointer} is not a schema.`);
    validate(value);
    return validate.errors ?? [];
  }

  #parameter({ name, in: location, schema, style }: Parameter, texts: Record<string, string>, request: ServedRequest) {
    if (location === "path") return this.#typed(schema, decoded(texts[name] ?? ""));
    if (location === "query") {
      const nested = style === "deepObject" ? nestedTexts(name, request.query) : undefined;
      if (nested) return this.#nested(schema, nested);
      const all = request.query.getAll(name);
      const isList = style !== "deepObject" && this.#isList(schema);
      if (all.length === 0) return undefined;
      return this.#typed(schema, isList ? all : oneOrAll(all));
    }
    const text =
      location === "header" ? request.headers[name.toLowerCase()] : cookiesOf(request.headers.cookie ?? "")[name];
    return text === undefined ? undefined : this.#typed(schema, String(text));
  }

  #typedFields({ schema, encoding }: MediaType, fields: Json): Json {
    const properties = asObject(this.#resolved(schema).properties);
    const texts = Object.entries(asObject(fields)).map(([name, value]) => [name, [value].flat().map(String)] as const);
    const pairs = texts.flatMap(([name, all]) => all.map((text) => [name, text] as const));
    const deep = Object.keys(encoding).flatMap((name): [string, Nested][] => {
      const nested = encoding[name]?.style === "deepObject" ? nestedTexts(name, pairs) : undefined;
      return nested ? [[name, nested]] : [];
    });
    const plain = texts.filter(([key]) => !deep.some(([name]) => key.startsWith(`${name}[`)));
    return Object.fromEntries([
      ...deep.map(([name, nested]) => [name, this.#nested(properties[name], nested)]),
      ...plain.map(([name, all]) => [
        name,
        this.#typed(properties[name], this.#isList(properties[name]) ? all : oneOrAll(all)),
      ]),
    ]);
  }

  /** A value in the style `deepObject`. A list has the names `[]` or `[0]`. */
  #nested(schema: Json | undefined, { texts, below }: Nested): Json {
    if (below.size === 0) return this.#typed(schema, oneOrAll(texts));
    const alternatives = this.#alternatives(schema);
    const { items } = alternatives.find(({ type }) => [type].flat().includes("array")) ?? {};
    const open = alternatives.find((each) => each.properties || each.additionalProperties) ?? {};
    const { properties, additionalProperties } = open;
    if (items !== undefined && [...below.keys()].every((name) => /^\d*$/.test(name))) {
      return [...below].flatMap(([name, item]) =>
        name === "" ? item.texts.map((text) => this.#typed(items, text)) : [this.#nested(items, item)],
      );
    }
    const schemaOf = (name: string) => asObject(properties)[name] ?? additionalProperties;
    return Object.fromEntries([...below].map(([name, item]) => [name, this.#nested(schemaOf(name), item)]));
  }

  /** A text as the type of its schema. Any other text stays as it is, and so does not fit. */
  #typed(schema: Json | undefined, text: string | string[]): Json {
    const types = this.#types(schema);
    if (Array.isArray(text)) return text.map((each) => this.#typed(this.#resolved(schema).items, each));
    const isNumber = types.includes("integer") || types.includes("number");
    if (isNumber && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
    return types.includes("boolean") && /^(true|false)$/.test(text) ? text === "true" : text;
  }

  #isList(schema: Json | undefined): boolean {
    return this.#types(schema).includes("array");
  }

  #types(schema: Json | undefined): Json[] {
    return this.#alternatives(schema).flatMap(({ type }) => [type ?? []].flat());
  }

  /** A schema, and those of its `anyOf` and `oneOf`. */
  #alternatives(schema: Json | undefined): JsonObject[] {
    const node = this.#resolved(schema);
    const below = [...asList(node.anyOf ?? []), ...asList(node.oneOf ?? [])];
    return [node, ...below.flatMap((each) => this.#alternatives(each))];
  }

  #resolved(schema: Json | undefined) {
    return resolveReference(this.document, schema, "#").node;
  }
}

/** The text if there is a single one, else all of them. */
function oneOrAll(texts: string[]): string | string[] {
  return texts.length > 1 ? texts : (texts[0] ?? "");
}

/** Texts by the names in brackets that lead to them: `a[b][c]`. */
interface Nested {
  texts: string[];
  below: Map<string, Nested>;
}

/** The texts whose names begin with a name and have further names in brackets; undefined if there are none. */
function nestedTexts(name: string, pairs: Iterable<readonly [name: string, text: string]>): Nested | undefined {
  const root: Nested = { texts: [], below: new Map() };
  for (const [key, text] of pairs) {
    const brackets = key.startsWith(`${name}[`) ? key.slice(name.length) : "";
    if (!/^(\[[^[\]]*\])+$/.test(brackets)) continue;
    let here = root;
    for (const part of brackets.slice(1, -1).split("][")) {
      const next: Nested = here.below.get(part) ?? { texts: [], below: new Map() };
      here.below.set(part, next);
      here = next;
    }
    here.texts.push(text);
  }
  return root.below.size > 0 ? root : undefined;
}

/** A part of a document in which requests need no `readOnly` properties (Schema Object, OpenAPI 3.0, 4.7.24). */
function forRequests(node: Json): Json {
  if (Array.isArray(node)) return node.map(forRequests);
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, forRequests(value ?? null)]));
  const { required, properties } = node;
  if (!Array.isArray(required) || !isObject(properties)) return copy;
  return { ...copy, required: required.filter((name) => asObject(properties[String(name)]).readOnly !== true) };
}

/** Reads a body by its media type: JSON, or a form. */
async function readBody(body: Buffer, contentType: string): Promise<{ value: Json; files: Record<string, File> }> {
  if (isJson(contentType)) {
    const value: Json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return { value, files: {} };
  }
  const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": contentType } }).formData();
  const files = Object.fromEntries([...form].flatMap(([name, part]) => (part instanceof File ? [[name, part]] : [])));
  const names = [...new Set(form.keys())];
  const fields = names.map((name): [string, Json] => {
    const texts = form.getAll(name).map((part) => (part instanceof File ? "(a file)" : part));
    return [name, texts.length > 1 ? texts : (texts[0] ?? "")];
  });
  return { value: Object.fromEntries(fields), files };
}

function cookiesOf(header: string): Record<string, string> {
  const pairs = header.split(/;\s*/).map((pair) => pair.split("="));
  return Object.fromEntries(pairs.map(([name = "", ...value]) => [name, decoded(value.join("="))]));
}

/** A percent-encoded text; the text itself if it is not UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The regular expression of a path template. Its groups are the parameters. */
function templateOf(path: string): RegExp {
  const parts = path.split(/\{([^{}]+)\}/);
  const source = parts.map((part, index) => (index % 2 ? `(?<${part}>[^/]+)` : part.replace(/[.]/g, "\\$&")));
  return new RegExp(`^${source.join("")}$`);
}
