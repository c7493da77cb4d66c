import { UserError } from "#cli/user-error.js";
import { canWriteSequence } from "#http/body/sequence.js";
import { isJsonOffer } from "#http/negotiate.js";
import { absentBySchema } from "#openapi/direction/absent-by-schema.js";
import type { Direction } from "#openapi/direction/absent-properties.js";
import { asObject, isObject, type OpenApiDocument } from "#openapi/document/document.js";
import { camelCase, pascalCase } from "#openapi/document/letter-case.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { unusedName } from "#openapi/document/unused-name.js";
import { writtenPlace } from "#openapi/document/written-place.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { functionName, literal } from "../names.js";
import { areConverted, hasDigits, type ValueTypes } from "../types/value-types.js";
import { Inexpressible, RuleExpressions } from "./rule-expressions.js";

/**
 * The rule of a place: an expression, and the places to whose rules it refers. Otherwise, the reason why it has none.
 */
type Written = { expression: string; references: Set<string> } | Inexpressible;

/** Writes the rules of one document, each once. */
class Rules {
  readonly #document: OpenApiDocument;
  readonly #absent: Map<unknown, Set<string>>;
  readonly #reading: { types: ValueTypes; direction: Direction };
  readonly #written = new Map<string, Written>();
  readonly #names = new Map<string, string>();
  /** The names of all rules of a file. */
  readonly #taken: Record<string, true>;

  constructor(
    document: OpenApiDocument,
    types: ValueTypes,
    taken: Record<string, true>,
    direction: Direction = "response",
  ) {
    this.#document = document;
    this.#absent = absentBySchema(document, direction);
    this.#reading = { types, direction };
    this.#taken = taken;
  }

  /** The name of the rule of a place. The reason, if it cannot be written, or a rule that it needs. */
  nameOf(pointer: string): string | Inexpressible {
    const open = new Set([pointer]);
    for (const place of open) {
      const written = this.#write(place);
      if (written instanceof Inexpressible) return written;
      for (const reference of written.references) open.add(reference);
    }
    return this.#name(pointer);
  }

  /** Whether a rule, or one that it needs, makes a number of a text of digits. */
  hasDigits(pointer: string): boolean {
    const open = new Set([pointer]);
    for (const place of open) {
      const written = this.#write(place);
      if (written instanceof Inexpressible) continue;
      if (written.expression.includes("s.fromDigits")) return true;
      for (const reference of written.references) open.add(reference);
    }
    return false;
  }

  /** The declarations of some rules, and of all that they need. */
  declarations(pointers: Iterable<string>): string[] {
    const open = new Set(pointers);
    const lines: string[] = [];
    for (const place of open) {
      const written = this.#write(place);
      if (written instanceof Inexpressible) continue;
      for (const reference of written.references) open.add(reference);
      lines.push(`const ${this.#name(place)}: s.Rule = /* @__PURE__ */ s.later(() => ${written.expression});`);
    }
    return lines;
  }

  #write(pointer: string): Written {
    const known = this.#written.get(pointer);
    if (known) return known;
    const references = new Set<string>();
    const expressions = new RuleExpressions(this.#document, this.#absent, this.#reading, (reference) => {
      references.add(reference);
      return this.#name(reference);
    });
    let written: Written;
    try {
      const schema = valueAt(this.#document, pointer);
      if (schema === undefined) throw new Inexpressible(`the reference ${pointer}, which leads nowhere`);
      written = { expression: expressions.of(schema), references };
    } catch (error) {
      if (!(error instanceof Inexpressible)) throw error;
      written = error;
    }
    this.#written.set(pointer, written);
    return written;
  }

  #name(pointer: string): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const [kind, , component, ...deeper] = pointerNames(pointer);
    const words = kind === "components" && component !== undefined && deeper.length === 0 ? component : "part";
    const name = unusedName(`${camelCase(words) || "part"}Rule`, this.#taken);
    this.#taken[name] = true;
    this.#names.set(pointer, name);
    return name;
  }
}

/** The schemas of a document as code, and what is left to Ajv. */
export interface Schemas {
  code: string;
  /** Bodies of responses that Ajv validates, each with its reason. */
  byAjv: string[];
  /** The names of codecs that make what is sent of the body of a request, by method and path: `post /pets`. */
  sent: ReadonlyMap<string, string>;
  /** The names of functions that read the items of a sequence, by method and path. */
  items: ReadonlyMap<string, string>;
}

/**
 * Generates `schemas.ts`: the schemas of a document as schemas of valibot, and the validation of responses by them.
 *
 * @param sources the folder of the runtime, as the file imports from it
 * @param types those of texts and numbers of some formats
 * @throws UserError if values become others, and a body cannot be read without Ajv
 */
export function schemasOf(document: OpenApiDocument, sources: string, types: ValueTypes = {}): Schemas {
  const taken: Record<string, true> = {};
  const rules = new Rules(document, types, taken);
  // Only a body that the client reads as JSON has the values of its types.
  const others = areConverted(types) ? new Rules(document, {}, taken) : rules;
  const requests = new Rules(document, types, taken, "request");
  const used = new Map<Rules, Set<string>>([
    [rules, new Set()],
    [others, new Set()],
    [requests, new Set()],
  ]);
  const use = (owner: Rules, place: string): string | Inexpressible => {
    const pointer = targetOf(document, place);
    const name = owner.nameOf(pointer);
    if (typeof name === "string") used.get(owner)?.add(pointer);
    return name;
  };
  const byAjv: string[] = [];
  const bodies = bodiesOf(document).map(({ key, status, mediaType, schema, schemaPointer }) => {
    const name = use(isJsonOffer({ name: mediaType, schema }) ? rules : others, schemaPointer);
    if (typeof name !== "string")
      byAjv.push(`${key} ${status}: ${name.message} at ${writtenPlace(document, schemaPointer)}`);
    return { key, status, mediaType, rule: typeof name === "string" ? name : undefined };
  });
  const sent = types.int64 === "string" ? sentBodies(document) : [];
  const bodiesSent = sent.flatMap(({ key, name, schemaPointer }) => {
    const rule = use(requests, schemaPointer);
    if (typeof rule !== "string") byAjv.push(`${key}: ${rule.message} at ${writtenPlace(document, schemaPointer)}`);
    return typeof rule === "string" && requests.hasDigits(targetOf(document, schemaPointer))
      ? [{ key, name, rule }]
      : [];
  });
  const items = areConverted(types) ? sequences(document) : [];
  const itemsRead = items.flatMap(({ key, name, schemaPointer }) => {
    const rule = use(rules, schemaPointer);
    if (typeof rule !== "string") byAjv.push(`${key}: ${rule.message} at ${writtenPlace(document, schemaPointer)}`);
    return typeof rule === "string" ? [{ key, name, rule }] : [];
  });
  const [first] = byAjv;
  if (areConverted(types) && first !== undefined) {
    const option = types.dates === undefined ? "--int64" : hasDigits(types) ? "--dates and --int64" : "--dates";
    const verb = option.includes("and") ? "need" : "needs";
    throw new UserError(
      `${option} ${verb} schemas that can be read without Ajv, and this one cannot: ${first}. Omit ${option}.`,
    );
  }
  const exported = exportedSchemas(document, (pointer) => use(rules, pointer));
  const declared = [...used].flatMap(([owner, pointers]) => owner.declarations(pointers));
  const lines = [
    ...(hasDigits(types) ? [`export { exactJson } from ${literal(`${sources}/schemas/index.js`)};`] : []),
    ...bodiesSent.map(
      ({ name, rule }) => `export const ${name}: typeof s.exactJson = /* @__PURE__ */ s.textJson(${rule});`,
    ),
    ...itemsRead.map(
      ({ name, rule }) => `export const ${name}: ReturnType<typeof s.itemBy> = /* @__PURE__ */ s.itemBy(${rule});`,
    ),
  ];
  return {
    code: fileText(sources, declared, [...exported, ...lines], bodies, byAjv),
    byAjv,
    sent: new Map(bodiesSent.map(({ key, name }) => [key, name])),
    items: new Map(itemsRead.map(({ key, name }) => [key, name])),
  };
}

/** The bodies of JSON that operations send, and a name for each. */
function sentBodies(document: OpenApiDocument) {
  return operationsOf(document).flatMap((operation) => {
    const body = operation.requestBody?.content.find((offer) => isJsonOffer(offer) && offer.schema !== undefined);
    const key = `${operation.method} ${operation.path}`;
    return body ? [{ key, name: `${functionName(operation)}Body`, schemaPointer: body.schemaPointer }] : [];
  });
}

/** A body of a response that has a schema; without a rule, Ajv validates it. */
interface Body {
  key: string;
  status: string;
  mediaType: string;
  rule: string | undefined;
}

function bodiesOf(document: OpenApiDocument) {
  return operationsOf(document).flatMap(({ method, path, responses }) =>
    responses.flatMap(({ status, content }) =>
      content.flatMap(({ name, schema, schemaPointer }) =>
        schema === undefined ? [] : [{ key: `${method} ${path}`, status, mediaType: name, schema, schemaPointer }],
      ),
    ),
  );
}

/** The responses that are sequences of items with a schema, and a name for each. */
function sequences(document: OpenApiDocument) {
  return operationsOf(document).flatMap((operation) => {
    const content = operation.responses.filter(isSuccessKey).flatMap((response) => response.content);
    const sequence = content.find(({ name }) => canWriteSequence(name));
    const place = sequence?.itemSchema === undefined ? sequence?.schemaPointer : sequence.itemSchemaPointer;
    if (place === undefined || (sequence?.itemSchema ?? sequence?.schema) === undefined) return [];
    return [
      { key: `${operation.method} ${operation.path}`, name: `${functionName(operation)}Item`, schemaPointer: place },
    ];
  });
}

/** The place of a schema, or that to which it does nothing but refer. */
function targetOf(document: OpenApiDocument, pointer: string): string {
  const schema = valueAt(document, pointer);
  if (!isObject(schema) || Object.keys(schema).length > 1) return pointer;
  const { $ref } = schema;
  return typeof $ref === "string" && $ref.startsWith("#/components/schemas/") ? $ref : pointer;
}

/** The declaration of each component as a schema, by its name. A comment stands in place of one without a rule. */
function exportedSchemas(document: OpenApiDocument, use: (pointer: string) => string | Inexpressible): string[] {
  const taken: Record<string, true> = {};
  return Object.keys(asObject(asObject(document.components).schemas)).flatMap((name) => {
    const noun = pascalCase(name);
    if (noun === "") return [];
    const exportName = unusedName(`${noun}Schema`, taken);
    taken[exportName] = true;
    const rule = use(pointerTo("#/components/schemas", name));
    if (typeof rule !== "string") return [`// No ${exportName}: ${oneLine(rule.message)} is for Ajv alone.`];
    const type = `s.Schema<components["schemas"][${JSON.stringify(name)}]>`;
    return [`export const ${exportName}: ${type} = /* @__PURE__ */ s.schemaOf(${rule});`];
  });
}

function fileText(
  sources: string,
  declared: readonly string[],
  exported: readonly string[],
  bodies: readonly Body[],
  byAjv: readonly string[],
): string {
  const operations = new Map<string, Map<string, string[]>>();
  for (const { key, status, mediaType, rule } of bodies) {
    const statuses = operations.get(key) ?? new Map<string, string[]>();
    operations.set(
      key,
      statuses.set(status, [...(statuses.get(status) ?? []), `${literal(mediaType)}: ${rule ?? "null"}`]),
    );
  }
  const table = [...operations].map(([key, statuses]) => {
    const documented = [...statuses].map(([status, types]) => `${literal(status)}: { ${types.join(", ")} }`);
    return `  ${literal(key)}: { ${documented.join(", ")} },`;
  });
  const fallback = byAjv.length > 0;
  const components = exported.some((line) => line.includes('components["schemas"]'))
    ? 'import type { components } from "./schema.js";\n'
    : "";
  return `import type { ValidationModule } from ${literal(`${sources}/client/index.js`)};
import * as s from ${literal(`${sources}/schemas/index.js`)};
${components}${fallback ? 'import { validated as byAjv } from "./validation.js";\n' : ""}
${declared.join("\n")}

${exported.join("\n")}
${byAjv.map((line) => `\n// Validated by Ajv: ${oneLine(line)}.`).join("")}
/** Validates the bodies of responses by these schemas. For the option \`validate\` of the client. */
export const validated: ValidationModule["validated"] = /* @__PURE__ */ s.responsesBy({
${table.join("\n")}
}${fallback ? ", byAjv" : ""});
`;
}

function oneLine(text: string): string {
  return text.replace(/[\s\u2028\u2029]+/g, " ");
}
