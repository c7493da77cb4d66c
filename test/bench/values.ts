import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isJson } from "#http/media-type.js";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames, valueAt } from "#openapi/document/pointer.js";
import { loadDocument } from "#openapi/load/load.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { type SchemaValidator, validatorOf } from "#openapi/validator/validator.js";
import { createValues, type Values } from "#values/values.js";
import { type Row, ratios, row, type Series } from "./harness.js";
import { peer, WORK } from "./processes.js";

/** Each round makes a value for every schema by each generator, schema by schema. */
const ROUNDS = 3;
/** A document with few schemas has more rounds, until each generator has made so many values. */
const VALUES = 4000;
const OWN = "src/values";
const FAKER = "json-schema-faker";
const SAMPLER = "openapi-sampler";

/** A schema of a request or response body. */
interface Body extends MediaType {
  direction: "request" | "response";
}

type Generate = () => Json | undefined | Promise<Json | undefined>;

/** A schema whose value is measured: a generator for it by each tool, and the validator of the values. */
interface Subject {
  place: string;
  generators: Record<string, Generate>;
  isValid(value: Json | undefined): boolean;
}

/** Measures the share of schemas for which generators make a value that Ajv accepts, and the values a second of each. */
export async function values(): Promise<Row[]> {
  await mkdir(WORK, { recursive: true });
  // Among the peers, where Node finds the generators.
  await writeFile(join(WORK, "generators.mjs"), GENERATORS);
  const examples = peer("@readme/oas-examples/3.1/json");
  const documents = [
    { name: "GitHub's document", files: [peer("@octokit/openapi/generated/api.github.com.json")], hasAims: true },
    { name: "Figma's document", files: [peer("@figma/rest-api-spec/openapi/openapi.yaml")], hasAims: false },
    {
      name: "3.1 documents of oas-examples",
      files: (await readdir(examples)).map((file) => join(examples, file)),
      hasAims: false,
    },
  ];
  const rows: Row[] = [];
  for (const { name, files, hasAims } of documents) rows.push(...(await rowsOf(name, files, hasAims)));
  return rows;
}

async function rowsOf(name: string, files: readonly string[], hasAims: boolean): Promise<Row[]> {
  const subjects = (await Promise.all(files.map(subjectsOf))).flat();
  const generators = [OWN, SAMPLER, FAKER];
  const accepted = new Map(generators.map((each) => [each, 0]));
  const perSecond = new Map<string, number[]>(generators.map((each) => [each, []]));
  const charactersPerSecond = new Map<string, number[]>(generators.map((each) => [each, []]));
  const rounds = Math.max(ROUNDS, Math.ceil(VALUES / subjects.length));
  for (let round = 0; round < rounds; round += 1) {
    const times = new Map(generators.map((each) => [each, 0]));
    const characters = new Map(generators.map((each) => [each, 0]));
    for (const { place, generators: made, isValid } of subjects) {
      for (const each of generators) {
        const { value, time } = await timed(made[each]);
        times.set(each, (times.get(each) ?? 0) + time);
        characters.set(each, (characters.get(each) ?? 0) + (JSON.stringify(value) ?? "").length);
        if (round > 0) continue;
        if (isValid(value)) accepted.set(each, (accepted.get(each) ?? 0) + 1);
        else if (each === OWN) console.log(`  no value  ${place}`);
      }
    }
    for (const [each, time] of times) {
      perSecond.get(each)?.push((subjects.length / time) * 1000);
      charactersPerSecond.get(each)?.push(((characters.get(each) ?? 0) / time) * 1000);
    }
  }
  const share = (generator: string) => (accepted.get(generator) ?? 0) / subjects.length;
  const compared = (other: string, measure: string, speeds: ReadonlyMap<string, number[]>, atLeast?: number) => {
    const speed = (generator: string): Series => ({
      name: generator,
      unit: "/s",
      values: speeds.get(generator) ?? [],
    });
    return row({
      what: `values from schemas, ${name}: ${measure} a second`,
      against: other,
      ratios: ratios(speed(OWN), speed(other)),
      ...(atLeast === undefined ? {} : { atLeast }),
      figures: [speed(OWN), speed(other)],
      note: "schemas are compiled before; src/values checks each of its values, and the others check none",
    });
  };
  return [
    row({
      what: `values from schemas, ${name}: accepted by Ajv`,
      against: `all ${subjects.length} schemas of JSON bodies`,
      ratios: [share(OWN)],
      ...(hasAims ? { atLeast: 0.995 } : {}),
      figures: generators.map((each) => ({ name: each, unit: "%", values: [100 * share(each)] })),
    }),
    compared(FAKER, "values", perSecond, 1),
    // json-schema-faker leaves out optional properties and items at random, and makes smaller values.
    compared(FAKER, "characters of JSON", charactersPerSecond, 1),
    compared(SAMPLER, "values", perSecond),
  ];
}

/** A value, and the milliseconds that it took. A generator that fails makes none. */
async function timed(generate: Generate | undefined): Promise<{ value: Json | undefined; time: number }> {
  const begun = performance.now();
  let value: Json | undefined;
  try {
    const made = generate?.();
    // Only json-schema-faker is asynchronous.
    value = made instanceof Promise ? await made : made;
  } catch {}
  return { value, time: performance.now() - begun };
}

async function subjectsOf(file: string): Promise<Subject[]> {
  const document = await loadDocument(file);
  const validator = validatorOf(document);
  const own = createValues(document);
  const bodies = bodiesOf(document).filter((body) => isUsable(validator, body));
  return Promise.all(
    bodies.map(async (body) => {
      own.isValid(body, null, body.direction);
      return {
        place: body.schemaPointer,
        generators: await generatorsOf(document, own, body),
        isValid: (value) => value !== undefined && validator.rawErrors(body.schemaPointer, value).length === 0,
      };
    }),
  );
}

function bodiesOf(document: OpenApiDocument): Body[] {
  const bodies = new Map<string, Body>();
  const add = (content: readonly MediaType[], direction: Body["direction"]) => {
    for (const each of content) {
      if (isJson(each.name) && each.schema !== undefined) bodies.set(each.schemaPointer, { ...each, direction });
    }
  };
  for (const { requestBody, responses } of operationsOf(document)) {
    add(requestBody?.content ?? [], "request");
    for (const { content } of responses) add(content, "response");
  }
  return [...bodies.values()];
}

/** Compiles a schema. @returns false for a schema that Ajv cannot compile */
function isUsable(validator: SchemaValidator, { schemaPointer }: Body): boolean {
  try {
    validator.rawErrors(schemaPointer, null);
    return true;
  } catch {
    return false;
  }
}

/** The generators of the peers. */
interface Generators {
  sampler: { sample(schema: unknown, options: object, document: unknown): Json };
  faker: { generate(schema: unknown): Promise<Json> };
}

const GENERATORS = `export * as sampler from "${SAMPLER}";\nexport * as faker from "${FAKER}";\n`;

async function generatorsOf(document: OpenApiDocument, own: Values, body: Body): Promise<Record<string, Generate>> {
  const { sampler, faker }: Generators = await import(pathToFileURL(join(WORK, "generators.mjs")).href);
  const { schema, direction } = body;
  const whole = withComponents(document, schema);
  const options = { quiet: true, skipReadOnly: direction === "request", skipWriteOnly: direction === "response" };
  return {
    [OWN]() {
      const result = own.value(body, { direction });
      return "value" in result ? result.value : undefined;
    },
    [SAMPLER]: () => sampler.sample(schema, options, document),
    [FAKER]: () => faker.generate(whole),
  };
}

/** A schema with the components that it refers to, because json-schema-faker takes no document. */
function withComponents(document: OpenApiDocument, schema: unknown): unknown {
  const components: JsonObject = {};
  const pending: unknown[] = [schema];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== "object" || node === null) continue;
    pending.push(...Object.values(node));
    if (!isObject(node) || typeof node.$ref !== "string") continue;
    const [, , name] = pointerNames(node.$ref);
    if (name === undefined || components[name] !== undefined) continue;
    components[name] = valueAt(document, node.$ref) ?? true;
    pending.push(components[name]);
  }
  return isObject(schema) ? { ...schema, components: { schemas: components } } : schema;
}
