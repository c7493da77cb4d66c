import { isObject, type OpenApiDocument } from "../../src/openapi/document.js";
import type { Operation } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { pointerTo } from "../../src/openapi/pointer.js";
import { camelCase } from "../generate/names.js";

/** One line of the golden consumer, and what it means if it does not compile. */
export interface ConsumerLine {
  code: string;
  message: string;
  pointer: string;
  /** Lines of one subject: if the first fails, the rest would only say so again. */
  subject: string;
}

/** The generated code of one revision. */
export interface GeneratedCode {
  schema: string;
  client: string;
}

/** What every line may use. `was` is the code that the consumer was written for, `api` the one that it imports. */
const PREAMBLE = `import type * as was from "../was/client.js";
import type * as api from "../api/client.js";
import type * as types from "../api/schema.js";
type Was = ReturnType<typeof was.createClient>;
type Api = ReturnType<typeof api.createClient>;
type Outcome<F> = F extends (...args: never[]) => Promise<infer R> ? R : never;
type Ok<F> = Outcome<F> extends infer R ? (R extends { ok: true; data: infer D } ? D : never) : never;
type Refusal<R, S> = R extends { ok: false; status: infer Q; error: infer E } ? (S extends Q ? E : never) : never;
type Item<F> = F extends { items: (...args: never[]) => AsyncGenerator<infer I, void> } ? I : never;
`;

/**
 * The golden consumer: what a repo may have written against the generated code of a revision. Each line uses one thing,
 * so that a line that no longer compiles says what broke.
 */
export function goldenConsumer(document: OpenApiDocument, { schema, client }: GeneratedCode): ConsumerLine[] {
  return [...typeLines(document, schema), ...clientLines(client), ...operationsOf(document).flatMap(operationLines)];
}

/** The lines as a file: the one at index 0 stands at the line of this number, the others follow. */
export const FIRST_LINE = PREAMBLE.split("\n").length - 1;

/**
 * The golden consumer as a file.
 *
 * @param api the folder of the generated code that it imports
 */
export function consumerFile(lines: ConsumerLine[], api: string): string {
  const code = lines.map((line, index) => `export namespace Line${index} { ${line.code} }\n`);
  return PREAMBLE.replaceAll("../api/", `../${api}/`) + code.join("");
}

/** Types may be imported by name: `export type Thing = components['schemas']['Thing'];`. */
function typeLines(document: OpenApiDocument, schema: string): ConsumerLine[] {
  const aliases = schema.matchAll(/^export type (\S+) = components\['(\w+)'\]\['(.+)'\];$/gm);
  return [...aliases].map(([, name = "", kind = "", component = ""]) => {
    const pointer = pointerTo("#/components", kind, component);
    const stands = isObject(document.components) ? pointer : "#/components";
    const message = `The type \`${name}\` can no longer be imported.`;
    return { code: `export type Of = types.${name};`, message, pointer: stands, subject: `type ${name}` };
  });
}

function clientLines(client: string): ConsumerLine[] {
  const interfaces = [...client.matchAll(/^export interface (\S+) \{$/gm)].map(([, name = ""]) => ({
    code: `export type Of = api.${name};`,
    message: `The type \`${name}\` of the client can no longer be imported. It is named by \`info.title\`.`,
    pointer: "#/info/title",
    subject: `type ${name}`,
  }));
  const options = {
    code: "export const of = (taken: Parameters<typeof was.createClient>[0]): Parameters<typeof api.createClient>[0] => taken;",
    message: "`createClient` refuses options that it took.",
    pointer: "#/components/securitySchemes",
    subject: "options",
  };
  return [...interfaces, options];
}

function operationLines(operation: Operation): ConsumerLine[] {
  const { id, pointer, responses, pagination } = operation;
  const name = camelCase(id);
  const key = `[${JSON.stringify(name)}]`;
  const line = (code: string, message: string): ConsumerLine => ({ code, message, pointer, subject: name });
  const errors = statusesToTry(responses.map(({ status }) => status)).map((status) =>
    line(
      `export const of = (error: Refusal<Outcome<Api${key}>, ${status}>): Refusal<Outcome<Was${key}>, ${status}> => error;`,
      `\`${name}\` answers ${status} with an error that is not of the type it was.`,
    ),
  );
  return [
    line(`export const of = (client: Api) => client${key};`, `The client has no \`${name}\` any more.`),
    line(
      `export const of = (client: Api, input: Parameters<Was${key}>[0]) => client${key}(input);`,
      `\`${name}\` refuses an input that it took.`,
    ),
    line(
      `export const of = (data: Ok<Api${key}>): Ok<Was${key}> => data;`,
      `\`${name}\` brings data that are not of the type they were.`,
    ),
    ...errors,
    ...(pagination
      ? [
          line(`export const of = (client: Api) => client${key}.items;`, `\`${name}\` has no iterators any more.`),
          line(
            `export const of = (item: Item<Api${key}>): Item<Was${key}> => item;`,
            `\`${name}\` iterates over items that are not of the type they were.`,
          ),
        ]
      : []),
  ];
}

/** Exact statuses as they are; of a range, the last that is not documented exactly. */
function statusesToTry(statuses: string[]): string[] {
  return statuses.flatMap((status) => {
    if (/^[13-5]\d\d$/.test(status)) return [status];
    const [, hundreds] = /^([13-5])XX$/.exec(status) ?? (status === "default" ? ["", "5"] : []);
    if (hundreds === undefined) return [];
    const last = Array.from({ length: 100 }, (_, index) => `${Number(hundreds) * 100 + 99 - index}`);
    return last.filter((each) => !statuses.includes(each)).slice(0, 1);
  });
}
