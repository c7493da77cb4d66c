import type { JsonObject } from "#openapi/document/document.js";
import { json } from "../../server.js";
import type { Respond } from "../../verify/small-document.js";
import { choices, cost, exponentialIntegral, progress, remainder, smallestFactor, triangle } from "./numeric.js";
import { difference, kindOfFile, kindOfText, order, palindrome } from "./textual.js";

/** Notes a branch as reached, and returns the result of the branch. */
export type Reach = <Result>(branch: string, result: Result) => Result;

/** The function is not defined for these values. */
export class Rejection extends Error {}

/** A parameter of a function. */
export interface FunctionParameter {
  name: string;
  in: "path" | "query";
  type: "integer" | "number" | "string";
  isRequired: boolean;
}

/** An operation that calculates, without a state. */
export interface FunctionOperation {
  operationId: string;
  path: string;
  parameters: readonly FunctionParameter[];
  result: "number" | "string";
  /** Throws a `Rejection` for values for which it is not defined. */
  calculate(reach: Reach, values: Values): unknown;
}

/** The values of the parameters, by their names. A number is a number here. */
type Values = Record<string, string | number | undefined>;

const numberIn = (values: Values, name: string) => Number(values[name]);
const textIn = (values: Values, name: string) => String(values[name]);
const optionalNumberIn = (values: Values, name: string) =>
  values[name] === undefined ? undefined : Number(values[name]);

/** Parameters from a line such as `/a/{b}?c&d?`, where `?` after a name makes it optional. */
function operation(
  operationId: string,
  address: string,
  type: FunctionParameter["type"],
  result: FunctionOperation["result"],
  calculate: FunctionOperation["calculate"],
): FunctionOperation {
  const [path = "", ...rest] = address.split(/\?(?=[a-z])/);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => parameter(name, "path", type));
  const inQuery = rest.join("").split("&").filter(Boolean);
  return {
    operationId,
    path,
    result,
    calculate,
    parameters: [...inPath, ...inQuery.map((name) => parameter(name, "query", type))],
  };
}

function parameter(name: string, place: "path" | "query", type: FunctionParameter["type"]): FunctionParameter {
  return { name: name.replace("?", ""), in: place, type, isRequired: !name.endsWith("?") };
}

/** Functions over numbers and texts, as APIs that calculate offer them. */
export const FUNCTIONS: readonly FunctionOperation[] = [
  operation("kindOfTriangle", "/triangles/{a}/{b}/{c}", "integer", "string", (reach, values) =>
    triangle(reach, numberIn(values, "a"), numberIn(values, "b"), numberIn(values, "c")),
  ),
  operation("remainder", "/remainder?dividend&divisor", "integer", "number", (reach, values) =>
    remainder(reach, numberIn(values, "dividend"), numberIn(values, "divisor")),
  ),
  operation("choices", "/choices/{n}?k", "integer", "number", (reach, values) =>
    choices(reach, numberIn(values, "n"), numberIn(values, "k")),
  ),
  operation("progress", "/progress?from&to&at", "number", "number", (reach, values) =>
    progress(reach, numberIn(values, "from"), numberIn(values, "to"), numberIn(values, "at")),
  ),
  operation("smallestFactor", "/factors/{value}", "integer", "number", (reach, values) =>
    smallestFactor(reach, numberIn(values, "value")),
  ),
  operation("exponentialIntegral", "/integrals/{order}/{x}", "integer", "number", (reach, values) =>
    exponentialIntegral(reach, numberIn(values, "order"), numberIn(values, "x")),
  ),
  operation("cost", "/cost/{count}/{price}?rebate?", "integer", "number", (reach, values) =>
    cost(reach, numberIn(values, "count"), numberIn(values, "price"), optionalNumberIn(values, "rebate")),
  ),
  operation("order", "/order/{w}/{x}/{y}/{z}", "string", "string", (reach, values) =>
    order(
      reach,
      ["w", "x", "y", "z"].map((name) => textIn(values, name)),
    ),
  ),
  operation("palindrome", "/palindrome/{text}", "string", "string", (reach, values) =>
    palindrome(reach, textIn(values, "text")),
  ),
  operation("kindOfFile", "/kind-of-file/{file}?folder?", "string", "string", (reach, values) =>
    kindOfFile(reach, textIn(values, "file"), values.folder === undefined ? undefined : textIn(values, "folder")),
  ),
  operation("difference", "/difference/{left}/{right}", "string", "number", (reach, values) =>
    difference(reach, textIn(values, "left"), textIn(values, "right")),
  ),
  operation("kindOfText", "/kind-of-text?text", "string", "string", (reach, values) =>
    kindOfText(reach, textIn(values, "text")),
  ),
];

/** The paths of a document for the functions, without an example. */
export const FUNCTION_PATHS: JsonObject = Object.fromEntries(
  FUNCTIONS.map(({ operationId, path, parameters, result }) => [
    path,
    {
      get: {
        operationId,
        parameters: parameters.map(({ name, in: place, type, isRequired }) => ({
          name,
          in: place,
          required: isRequired,
          schema: { type, ...(type === "integer" && { format: "int32" }), ...(type === "string" && { minLength: 1 }) },
        })),
        responses: {
          "200": {
            description: "The result.",
            content: {
              "application/json": {
                schema: { type: "object", required: ["result"], properties: { result: { type: result } } },
              },
            },
          },
          "400": { description: "The function is not defined for these values." },
        },
      },
    },
  ]),
);

/** The result of a function, or the rejection of its values. */
export function calculated({ calculate }: FunctionOperation, reach: Reach, values: Values): unknown {
  try {
    return { result: calculate(reach, values) };
  } catch (error) {
    if (error instanceof Rejection) {
      return error;
    }
    throw error;
  }
}

/** A server of the functions. It rejects values that are not of their types. */
export function respondsWith(reach: Reach, onSuccess: (operationId: string) => void): Respond {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const matching = FUNCTIONS.map((called) => ({ called, values: pathValues(called.path, pathname) })).find(
      ({ values }) => values !== undefined,
    );
    if (matching?.values === undefined) {
      return json(response, 404, {});
    }
    if (request.method !== "GET") {
      return void response.writeHead(405, { allow: "GET" }).end();
    }
    const { called, values } = matching;
    const read = readValues(called, { ...Object.fromEntries(searchParams), ...values });
    const result = read === undefined ? new Rejection() : calculated(called, reach, read);
    if (result instanceof Rejection) {
      return json(response, 400, { message: result.message });
    }
    onSuccess(called.operationId);
    json(response, 200, result);
  };
}

function pathValues(path: string, pathname: string): Record<string, string> | undefined {
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  const match = pattern.exec(pathname);
  try {
    return (
      (match &&
        Object.fromEntries(
          Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
        )) ??
      undefined
    );
  } catch {
    return undefined;
  }
}

function readValues({ parameters }: FunctionOperation, sent: Record<string, string>): Values | undefined {
  const names = new Set(parameters.map(({ name }) => name));
  const isValid = ({ name, type, isRequired }: FunctionParameter) => {
    const text = sent[name];
    if (text === undefined) {
      return !isRequired;
    }
    const isWhole = type !== "integer" || Math.abs(Number(text)) < 2 ** 31;
    const form = type === "integer" ? /^-?\d+$/ : /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
    return type === "string" ? text !== "" : isWhole && form.test(text);
  };
  const areValid = parameters.every(isValid) && Object.keys(sent).every((name) => names.has(name));
  const typed = parameters
    .filter(({ name }) => sent[name] !== undefined)
    .map(({ name, type }) => [name, type === "string" ? sent[name] : Number(sent[name])]);
  return areValid ? Object.fromEntries(typed) : undefined;
}
