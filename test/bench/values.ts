import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isJson } from "../../src/http/media-type.js";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import type { MediaType } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { pointerNames, valueAt } from "../../src/openapi/pointer.js";
import { SchemaValidator } from "../../src/openapi/validator.js";
import { createValues, type Values } from "../../src/values/values.js";
import { median, type Row, row, type Series } from "./harness.js";
import { expectCode, NPM, run, WORK } from "./processes.js";

/** Installed into a temporary folder: nothing else of the bench needs them. */
const PACKAGES = [
  ...["@octokit/openapi@23.0.2", "@figma/rest-api-spec@0.43.0", "@readme/oas-examples@8.2.2"],
  ...["openapi-sampler@1.7.9", "json-schema-faker@0.6.3"],
];

/** A schema of a request or response body. */
interface Body extends MediaType {
  direction: "request" | "response";
}

type Generate = (body: Body) => Json | undefined | Promise<Json | undefined>;

/** Measures the share of schemas for which generators make a value that Ajv accepts, and the time of each. */
export async function values(): Promise<Row[]> {
  const folder = join(WORK, "values");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await writeFile(join(folder, "peers.mjs"), PEERS);
  expectCode(
    await run(NPM, ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...PACKAGES], {
      cwd: folder,
      limit: 600_000,
    }),
    "npm install",
  );
  const installed = (path: string) => join(folder, "node_modules", path);
  const examples = installed("@readme/oas-examples/3.1/json");
  const documents = [
    { name: "GitHub's document", files: [installed("@octokit/openapi/generated/api.github.com.json")] },
    { name: "Figma's document", files: [installed("@figma/rest-api-spec/openapi/openapi.yaml")] },
    { name: "3.1 documents of oas-examples", files: (await readdir(examples)).map((file) => join(examples, file)) },
  ];
  const rows: Row[] = [];
  for (const { name, files } of documents) rows.push(...(await rowsOf(name, files, folder)));
  return rows;
}

const OWN = "src/values";

async function rowsOf(name: string, files: readonly string[], folder: string): Promise<Row[]> {
  const accepted = new Map<string, number>();
  const times = new Map<string, number[]>();
  let count = 0;
  for (const file of files) {
    const document = await loadDocument(file);
    const validator = new SchemaValidator(document);
    const own = createValues(document, { validator });
    const generators = await generatorsOf(document, own, folder);
    for (const body of bodiesOf(document)) {
      if (!isUsable(validator, body)) continue;
      own.isValid(body, null, body.direction);
      count += 1;
      for (const [generator, generate] of Object.entries(generators)) {
        const begun = performance.now();
        const value = await Promise.resolve(body)
          .then(generate)
          .catch(() => undefined);
        const isValid = value !== undefined && validator.rawErrors(body.schemaPointer, value).length === 0;
        times.set(generator, [...(times.get(generator) ?? []), performance.now() - begun]);
        accepted.set(generator, (accepted.get(generator) ?? 0) + (isValid ? 1 : 0));
        if (!isValid && generator === OWN) console.log(`  no value  ${body.schemaPointer}`);
      }
    }
  }
  const share = (generator: string) => (100 * (accepted.get(generator) ?? 0)) / count;
  const total = (generator: string): Series => {
    const values = times.get(generator) ?? [];
    return { name: `${generator}, middle time`, unit: "ms", values: [median(values)] };
  };
  const names = [...accepted.keys()];
  const shares = names.map((each): Series => ({ name: each, unit: "%", values: [share(each)] }));
  const sum = (generator: string) => (times.get(generator) ?? []).reduce((all, each) => all + each, 0);
  return [
    row({
      what: `values from schemas, ${name}: accepted by Ajv`,
      against: `all ${count} schemas of JSON bodies`,
      ratios: [share(OWN) / 100],
      ...(name.startsWith("GitHub") ? { atLeast: 0.995 } : {}),
      figures: shares,
    }),
    row({
      what: `values from schemas, ${name}: time`,
      against: "json-schema-faker",
      ratios: [sum(OWN) / sum("json-schema-faker")],
      atMost: 1,
      figures: names.map(total),
      note: "a value and its check; schemas are compiled before",
    }),
  ];
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

/** The modules of the peers, which are imported from the folder where they are installed. */
interface Peers {
  sampler: { sample(schema: unknown, options: object, document: unknown): Json };
  faker: { generate(schema: unknown): Promise<Json> };
}

const PEERS = 'export * as sampler from "openapi-sampler";\nexport * as faker from "json-schema-faker";\n';

async function generatorsOf(document: OpenApiDocument, own: Values, folder: string): Promise<Record<string, Generate>> {
  const { sampler, faker }: Peers = await import(pathToFileURL(join(folder, "peers.mjs")).href);
  return {
    [OWN](body) {
      const result = own.value(body, { direction: body.direction });
      return "value" in result ? result.value : undefined;
    },
    "openapi-sampler": ({ schema, direction }) =>
      sampler.sample(
        schema,
        { quiet: true, skipReadOnly: direction === "request", skipWriteOnly: direction === "response" },
        document,
      ),
    "json-schema-faker": ({ schema }) => faker.generate(withComponents(document, schema)),
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
