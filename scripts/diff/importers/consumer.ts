import { pagedList } from "#generate/client/paging.js";
import { functionName } from "#generate/names.js";
import type { Direction } from "#openapi/direction/absent-properties.js";
import { isObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";

/** One line of the golden consumer, and the message if it no longer compiles. */
export interface ConsumerLine {
  code: string;
  message: string;
  pointer: string;
  /** Who sends the data that the line is about; undefined for neither. */
  direction?: Direction;
  /** Only the first failing line of a subject is reported, because the others have the same cause. */
  subject: string;
}

/** The generated code of one revision. */
export interface GeneratedCode {
  schema: string;
  client: string;
}

/** Types for the lines. `was` is the code of the old revision; `api` is the code that the consumer imports. */
const PREAMBLE = `import type * as was from "../was/client.js";
import type * as api from "../api/client.js";
import type * as types from "../api/schema.js";
type Was = ReturnType<typeof was.createClient>;
type Api = ReturnType<typeof api.createClient>;
type Outcome<F> = F extends (...args: never[]) => Promise<infer R> ? R : never;
type Ok<F> = Outcome<F> extends infer R ? (R extends { ok: true; data: infer D } ? D : never) : never;
type ErrorOf<R, S> = R extends { ok: false; status: infer Q; error: infer E } ? (S extends Q ? E : never) : never;
type Item<F> = F extends { items: (...args: never[]) => AsyncGenerator<infer I, void> } ? I : never;
`;

/**
 * The golden consumer: code that a repo may have written against the generated code of a revision. Each line uses one
 * thing, so that a line that no longer compiles names the change.
 */
export function goldenConsumer(document: OpenApiDocument, { schema, client }: GeneratedCode): ConsumerLine[] {
  return [
    ...typeLines(document, schema),
    ...clientLines(client),
    ...operationsOf(document).flatMap((operation) => operationLines(document, operation)),
  ];
}

/** The index of the consumer's first line in the file. */
export const FIRST_LINE = PREAMBLE.split("\n").length - 1;

/**
 * The text of the golden consumer.
 *
 * @param api the folder of the generated code that it imports
 */
export function consumerFile(lines: ConsumerLine[], api: string): string {
  const code = lines.map((line, index) => `export namespace Line${index} { ${line.code} }\n`);
  return PREAMBLE.replaceAll("../api/", `../${api}/`) + code.join("");
}

/** A line for each type of a component: `export type Thing = components['schemas']['Thing'];`, or `export type Thing = {`. */
function typeLines(document: OpenApiDocument, schema: string): ConsumerLine[] {
  const types = schema.matchAll(/^export type (\w+) = (?:components\['(\w+)'\]\['(.+)'\];|\{)$/gm);
  return [...types].map(([, name = "", kind = "schemas", component = name]) => {
    const pointer = isObject(document.components) ? pointerTo("#/components", kind, component) : "#/components";
    const message = `The type \`${name}\` can no longer be imported.`;
    return { code: `export type Of = types.${name};`, message, pointer, subject: `type ${name}` };
  });
}

function clientLines(client: string): ConsumerLine[] {
  const interfaces = [...client.matchAll(/^export interface (\S+) (?:extends \S+ )?\{$/gm)].map(([, name = ""]) => ({
    code: `export type Of = api.${name};`,
    message: `The type \`${name}\` of the client can no longer be imported. Its name comes from \`info.title\`.`,
    pointer: "#/info/title",
    subject: `type ${name}`,
  }));
  const options = {
    code: "export const of = (options: Parameters<typeof was.createClient>[0]): Parameters<typeof api.createClient>[0] => options;",
    message: "`createClient` no longer accepts the same options.",
    pointer: "#/components/securitySchemes",
    subject: "options",
  };
  return [...interfaces, options];
}

function operationLines(document: OpenApiDocument, operation: Operation): ConsumerLine[] {
  const { pointer, responses } = operation;
  const name = functionName(operation);
  const key = `[${JSON.stringify(name)}]`;
  const line = (code: string, message: string, direction?: Direction): ConsumerLine => ({
    ...{ code, message, pointer, subject: name },
    ...(direction && { direction }),
  });
  const errors = statusesToTry(responses.map(({ status }) => status)).map((status) =>
    line(
      `export const of = (error: ErrorOf<Outcome<Api${key}>, ${status}>): ErrorOf<Outcome<Was${key}>, ${status}> => error;`,
      `The error of \`${name}\` with status ${status} no longer has the same type.`,
      "response",
    ),
  );
  return [
    line(`export const of = (client: Api) => client${key};`, `The client no longer has \`${name}\`.`),
    line(
      `export const of = (client: Api, input: Parameters<Was${key}>[0]) => client${key}(input);`,
      `\`${name}\` no longer accepts the same input.`,
      "request",
    ),
    line(
      `export const of = (data: Ok<Api${key}>): Ok<Was${key}> => data;`,
      `The data of \`${name}\` no longer has the same type.`,
      "response",
    ),
    ...errors,
    ...(pagedList(document, operation)
      ? [
          line(`export const of = (client: Api) => client${key}.items;`, `\`${name}\` no longer has iterators.`),
          line(
            `export const of = (item: Item<Api${key}>): Item<Was${key}> => item;`,
            `The items of \`${name}\` no longer have the same type.`,
            "response",
          ),
        ]
      : []),
  ];
}

/** The exact statuses, and for each range its last status that is not documented exactly. */
function statusesToTry(statuses: string[]): string[] {
  return statuses.flatMap((status) => {
    if (/^[13-5]\d\d$/.test(status)) return [status];
    const [, hundreds] = /^([13-5])XX$/.exec(status) ?? (status === "default" ? ["", "5"] : []);
    if (hundreds === undefined) return [];
    const last = Array.from({ length: 100 }, (_, index) => `${Number(hundreds) * 100 + 99 - index}`);
    return last.filter((candidate) => !statuses.includes(candidate)).slice(0, 1);
  });
}
