import type { IHttpRequest } from "@stoplight/prism-http";
import { octetsOf } from "#http/body/form-parts.js";
import { multipartBytes } from "#http/body/multipart.js";
import { isForm, mediaTypeOf } from "#http/media-type.js";
import { preferredOffer } from "#http/negotiate.js";
import { formText, serializeBody } from "#http/serialize.js";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { createState } from "#state/create-state.js";
import { type Family, isNamedByPath } from "#state/family.js";
import { filledPath } from "#state/filled-path.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import { createValues } from "#values/values.js";
import { withFiles } from "#verify/transport/files-in-form.js";

await import("#mock/prism/install-stand-ins.js");
const { createPrism } = await import("#mock/prism/prism.js");

/** What a family does of create, read, list, change and delete, and the first step that does not agree with those before. */
export interface Life {
  steps: readonly string[];
  broken: string | undefined;
}

/** A created resource. */
interface Made {
  /** The values of its path. */
  values: readonly string[];
  /** Those of the path of its creation. */
  collection: readonly string[];
  /** Its fields, as they were sent and shown. */
  resource: JsonObject;
}

/** Attempts at a creation with values that no other resource has. */
const TRIES = 5;

/** Lives the families of a document: each is created, read, listed, changed and deleted by requests to a mock that begins empty. */
export class Lives {
  readonly #document: OpenApiDocument;
  readonly #prism: ReturnType<typeof createPrism>;
  readonly #families: readonly Family[];
  readonly #values: ReturnType<typeof createValues>;

  constructor(given: OpenApiDocument) {
    // Keys are not what this is about.
    const paths = Object.fromEntries(
      Object.entries(Object(given.paths)).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(Object(item)).map(([name, part]) => [
            name,
            isObject(part as Json) ? { ...(part as object), security: [] } : part,
          ]),
        ),
      ]),
    );
    this.#document = { ...given, paths, security: [] } as OpenApiDocument;
    const state = createState(this.#document, { seed: {} });
    this.#families = state.families;
    this.#prism = createPrism(this.#document, { state });
    this.#values = createValues(this.#document, { seed: 1 });
  }

  /** @param key the path of one resource, with its parameters left out */
  async of(key: string): Promise<Life> {
    const family = this.#families.find((candidate) => candidate.key === key);
    if (!family) return { steps: [], broken: "not inferred" };
    const steps: string[] = [];
    const life = (broken?: string): Life => ({ steps, broken });
    const made = await this.#created(family);
    if (typeof made === "string") return life(made);
    const { values, collection, resource } = made;
    steps.push("create");
    const read = async () => (family.retrieve ? this.#send(family.retrieve, values) : undefined);
    const isMissing = (answer: { status: number } | undefined) => !answer || [404, 410].includes(answer.status);
    const first = await read();
    if (family.retrieve && first?.status !== 200) return life(`read: ${first?.status}`);
    if (first) steps.push("read");
    const items = async () => {
      if (!family.list) return undefined;
      const { operation, paging } = family.list;
      // A collection may be below more resources than its items.
      const around = collection.length > values.length - 1 ? collection : values;
      const { body } = await this.#send(operation, around.slice(0, pathParameters(operation).length), resource);
      return valueAt(body, paging.items);
    };
    const listed = await items();
    if (family.list && !(Array.isArray(listed) && listed.length === 1)) return life("list");
    if (family.list) steps.push("list");
    for (const operation of [family.update, family.replace].flatMap((one) => one ?? [])) {
      const { status } = await this.#send(operation, values);
      if (status >= 300) return life(`${operation.method}: ${status}`);
      if (!steps.includes("change")) steps.push("change");
    }
    if (!family.remove) return life();
    const { status } = await this.#send(family.remove, values);
    if (status >= 300) return life(`delete: ${status}`);
    const left = await items();
    if (!isMissing(await read()) && family.retrieve) return life("read after the deletion");
    if (Array.isArray(left) && left.length > 0) return life("listed after the deletion");
    steps.push("delete");
    return life();
  }

  /** Creates a resource with those around it. @returns it, or why there is none */
  async #created(family: Family): Promise<Made | string> {
    const { create, replace, identifiers } = family;
    const place = create && !isNamedByPath(family) ? pathKey(create.path) : family.key;
    const outer = this.#families
      .filter((other) => other.resource && place.startsWith(`${other.key}/`))
      .toSorted((one, other) => other.key.length - one.key.length)[0];
    const around = outer ? await this.#existing(outer) : this.#anyAround(family);
    if (typeof around === "string") return `around it, ${outer?.key}: ${around}`;
    const operation = create ?? replace;
    if (!operation) return "nothing creates it";
    const needed = pathParameters(operation).length;
    const path = [...around, ...Array.from({ length: needed }, () => "own-1")].slice(0, needed);
    let response = await this.#send(operation, path);
    // Generated names repeat.
    for (let tries = 1; tries < TRIES && response.status === 409; tries += 1)
      response = await this.#send(operation, path);
    const { status, body, isKept, sent } = response;
    if (status >= 300) return `create: ${status}`;
    if (!isKept) return "create: answered from the document";
    const resource = { ...Object(sent), ...Object(body) };
    if (!create || isNamedByPath(family)) return { values: path, collection: path, resource };
    const [identifier] = identifiers;
    // A client knows the name that it chose itself, also if the response is empty.
    const [key] = identifier
      ? [body, sent].flatMap((shown) => valueAt(resourceIn(shown, { identifier }), identifier.pointer) ?? [])
      : [];
    if (key === undefined) return "create: the response does not identify it";
    const owners = family.outerFields?.map((pointer) => String(valueAt(body, pointer)));
    return { values: [...(owners ?? around.slice(0, family.position)), String(key)], collection: path, resource };
  }

  /** Values for resources around that no family shows. */
  #anyAround({ position }: Family): string[] {
    return Array.from({ length: position }, () => "1");
  }

  /** A resource around others: created, or given where nothing creates it. */
  async #existing(family: Family): Promise<readonly string[] | string> {
    if (family.create || !family.isGiven) {
      const made = await this.#created(family);
      return typeof made === "string" ? made : made.values;
    }
    const [identifier] = family.identifiers;
    const around = Array.from({ length: family.position }, () => "1");
    if (!family.list || !identifier) return "nothing creates it";
    const { body } = await this.#send(
      family.list.operation,
      around.slice(0, pathParameters(family.list.operation).length),
    );
    const [first] = [valueAt(body, family.list.paging.items)].flat();
    const key = isObject(first) ? valueAt(first, identifier.pointer) : undefined;
    return key === undefined ? "nothing creates it" : [...around, String(key)];
  }

  /** @param known a resource, of which a query may ask for the value of a field */
  async #send(operation: Operation, values: readonly string[], known: JsonObject = {}) {
    const { method, requestBody, parameters } = operation;
    const required = parameters.filter((parameter) => parameter.required && parameter.in !== "path");
    const placed = (place: string) =>
      Object.fromEntries(
        required.flatMap((parameter): [string, string][] =>
          parameter.in === place
            ? [[parameter.name, textOf(known[parameter.name] ?? this.#value(parameter.schemaPointer))]]
            : [],
        ),
      );
    const content = requestBody && preferredOffer(requestBody.content);
    const value = content && this.#value(content.schemaPointer);
    const sent = content && (await written(content, value ?? {}));
    const request = {
      method: method as IHttpRequest["method"],
      url: { path: filledPath(operation, values), query: placed("query") },
      headers: { ...placed("header"), ...(sent ? { "content-type": sent.type } : {}) },
      body: sent && octetsOf(sent.bytes),
      ...(sent ? { bytes: sent.bytes } : {}),
    };
    try {
      const { statusCode, headers = {}, body: shown } = await this.#prism.respond(request);
      const isKept = headers["mock-state"] === "kept" || headers["mock-state"] === "open";
      return { status: statusCode, body: jsonOf(shown), isKept, sent: value };
    } catch (error) {
      return { status: Number(Object(error).status ?? 500), body: null, isKept: false, sent: value };
    }
  }

  #value(schemaPointer: string): Json {
    const made = this.#values.value({ schemaPointer }, { lifelike: true, documented: true });
    return "value" in made ? made.value : null;
  }
}

/** A body in its media type. */
async function written(
  { name, encoding }: MediaType,
  value: Json,
): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> }> {
  const type = mediaTypeOf(name);
  if (isObject(value) && type === "multipart/form-data") {
    const form = serializeBody(withFiles(value, encoding), type, encoding);
    const { bytes, type: withBoundary } = await multipartBytes(form as FormData);
    return { type: withBoundary, bytes: new Uint8Array(bytes) };
  }
  const text = isObject(value) && isForm(name) ? formText(value, encoding) : jsonText(value);
  return { type, bytes: new TextEncoder().encode(text) };
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function jsonOf(sent: unknown): Json {
  try {
    return JSON.parse(String(sent));
  } catch {
    return null;
  }
}
