import { covers, isJson } from "../../http/media-type.js";
import { asObject, type Json, type OpenApiDocument } from "../../openapi/document.js";
import { firstExample } from "../../openapi/example-pairs.js";
import type { Operation, Parameter, RequestBody } from "../../openapi/operation.js";
import { pointerTo, valueAt } from "../../openapi/pointer.js";
import { resolveReference } from "../../openapi/reference.js";
import type { Ask, AskBody, Given } from "../ask.js";
import { NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import type { Environment } from "../environment.js";
import { goodPair } from "../known.js";
import { brokenValues } from "./broken-values.js";
import { wholeList } from "./paging/walk.js";

/** What is done to a good request so that the document does not admit it. */
export interface Violation {
  /** In words: `limit below the minimum`. */
  what: string;
  /** Where the document states what is broken. */
  keyword: string;
  parameter?: Parameter;
  /** @throws NotVerified if the target does not have what it takes */
  change(ask: Ask, run: CaseRun): Ask | Promise<Ask>;
}

/** Every way to break one constraint that an operation states on requests. */
export function violationsOf(environment: Environment, operation: Operation): Violation[] {
  return [
    ...operation.parameters.flatMap((parameter) => ofParameter(environment, parameter)),
    ...operation.mutuallyExclusive.flatMap((names, index) => ofExclusive(operation, names, index)),
    ...ofBody(environment, operation),
  ];
}

/** What cannot be combined is combined: by itself, and beside all other parameters. */
function ofExclusive(operation: Operation, names: readonly string[], index: number): Violation[] {
  const query = operation.parameters.filter((each) => each.in === "query");
  const both = query.filter(({ name }) => names.includes(name));
  const others = query.filter(({ name, required }) => !names.includes(name) && !required);
  const violation = (what: string, beside: readonly Parameter[]): Violation => ({
    what,
    keyword: pointerTo(operation.pointer, "x-mutually-exclusive", index),
    change: async (ask, run) => ({
      ...ask,
      parameters: [
        ...ask.parameters,
        ...beside.map((parameter) => ({ parameter, value: exampleOf(parameter) })),
        ...(await goodTogether(run, operation, both)),
      ],
    }),
  });
  const what = `${names.join(" and ")} together`;
  return [
    violation(what, []),
    ...(others.length > 0
      ? [violation(`${what}, beside ${others.map(({ name }) => name).join(" and ")}`, others)]
      : []),
  ];
}

/** Values that are good each by itself: as cursors ids that the list shows, since an unknown one may be refused anyway. */
async function goodTogether(run: CaseRun, operation: Operation, both: readonly Parameter[]): Promise<Given[]> {
  const { pagination } = operation;
  const cursors = [pagination?.forward, pagination?.backward];
  const walk = pagination && both.some(({ name }) => cursors.some((cursor) => cursor?.parameter === name));
  const items = walk ? (await wholeList(run, { operation, pagination })).items : [];
  return both.map((parameter) => {
    const at = cursors.findIndex((cursor) => cursor?.parameter === parameter.name);
    const pointer = cursors[at]?.item;
    if (pointer === undefined) return { parameter, value: exampleOf(parameter) };
    // After the first and before the last: what lies between is what a server that combines them would show.
    const value = valueAt(items.at(at === 0 ? 0 : -1) ?? {}, pointer);
    if (value === undefined) throw new NotVerified("the list shows no items that both cursors could name");
    return { parameter, value };
  });
}

function exampleOf({ examples }: Parameter): Json {
  return firstExample(examples) ?? "x";
}

function ofParameter({ document }: Environment, parameter: Parameter): Violation[] {
  const { name, in: place, required, schemaPointer, schema } = parameter;
  if (schema === undefined || place === "cookie") return [];
  const { node } = resolveReference(document, valueAt(document, schemaPointer), schemaPointer);
  const types = [node.type ?? []].flat();
  const listed = types.includes("array") || types.includes("object");
  const without: Violation = {
    what: `a request without ${name}`,
    keyword: pointerTo(parameter.pointer, "required"),
    parameter,
    change: (ask) => ({ ...ask, parameters: ask.parameters.filter((given) => given.parameter !== parameter) }),
  };
  const values = brokenValues(document, schemaPointer, undefined).filter(({ keyword, value }) => {
    // A single text is a list of one, and any text is a string.
    if (listed || typeof value === "object" || value === "") return false;
    return !keyword.endsWith("/type") || typeof value === "string";
  });
  return [
    ...(required && place !== "path" ? [without] : []),
    ...values.map(
      ({ keyword, value, what }): Violation => ({
        what: `${name} ${what}`,
        keyword,
        parameter,
        change: (ask) => ({
          ...ask,
          parameters: [...ask.parameters.filter((given) => given.parameter !== parameter), { parameter, value }],
        }),
      }),
    ),
  ];
}

function ofBody({ document }: Environment, operation: Operation): Violation[] {
  const { requestBody } = operation;
  const pair = goodPair(operation);
  if (!requestBody) return [];
  const withBody =
    (body: AskBody | undefined) =>
    (ask: Ask): Ask => ({ ...ask, body });
  const violations: Violation[] = [];
  const json = requestBody.content.find(({ name }) => isJson(name));
  if (requestBody.required) {
    violations.push({
      what: "a request without its body",
      keyword: pointerTo(requestBody.pointer, "required"),
      change: withBody(undefined),
    });
  }
  if (!requestBody.content.some(({ name }) => ["*/*", "text/*", "text/plain"].includes(name))) {
    violations.push({
      what: "a body of another media type",
      keyword: pointerTo(requestBody.pointer, "content"),
      change: (ask) => ({ ...ask, body: { type: "text/plain", text: textOf(ask.body) } }),
    });
  }
  const flat = Object.entries(asObject(pair?.body?.value)).filter(([, value]) => typeof value === "string");
  if (
    json &&
    flat.length > 0 &&
    !requestBody.content.some(({ name }) => covers("application/x-www-form-urlencoded", name))
  ) {
    violations.push({
      what: "a form in place of JSON",
      keyword: pointerTo(requestBody.pointer, "content"),
      change: (ask) => {
        const fields = Object.entries(asObject(ask.body && "value" in ask.body ? ask.body.value : {}));
        const text = new URLSearchParams(
          fields.map(([name, value]): [string, string] => [name, String(value)]),
        ).toString();
        return { ...ask, body: { type: "application/x-www-form-urlencoded", text } };
      },
    });
  }
  if (!json) return [...violations, ...ofForm(document, requestBody)];
  violations.push({
    what: "malformed JSON",
    keyword: pointerTo(requestBody.pointer, "content"),
    change: (ask) => ({ ...ask, body: { type: json.name, text: textOf(ask.body).slice(0, -1) } }),
  });
  const example = pair?.body?.mediaType === json ? pair.body.value : undefined;
  for (const { keyword, value, what } of brokenValues(document, json.schemaPointer, example)) {
    violations.push({
      what: `a body ${what}`,
      keyword,
      change: (ask) => ({ ...ask, body: freshened(ask.body, { type: json.name, value }, example) }),
    });
  }
  return violations;
}

/** A form lacks its required fields one by one. Of a form's fields all are text, so their types are not in question. */
function ofForm(document: OpenApiDocument, { content }: RequestBody): Violation[] {
  const form = content.find(({ name }) => covers("application/x-www-form-urlencoded", name));
  const example = form && firstExample(form.examples);
  if (!form || example === undefined) return [];
  return brokenValues(document, form.schemaPointer, example, 0)
    .filter(({ keyword }) => keyword.endsWith("/required"))
    .map(({ keyword, value, what }) => ({
      what: `a form ${what}`,
      keyword,
      change: (ask) => ({ ...ask, body: freshened(ask.body, { type: form.name, value }, example) }),
    }));
}

/** Keeps what is new in the good body, so that a broken field is the only reason to refuse. */
function freshened(
  good: AskBody | undefined,
  broken: { type: string; value: Json },
  example: Json | undefined,
): AskBody {
  const fresh = good && "value" in good ? asObject(good.value) : {};
  const old = asObject(example);
  if (typeof broken.value !== "object" || broken.value === null || Array.isArray(broken.value)) return broken;
  const value = Object.fromEntries(
    Object.entries(broken.value).map(([name, each]) => [
      name,
      each === old[name] && fresh[name] !== undefined ? fresh[name] : each,
    ]),
  );
  return { type: broken.type, value };
}

function textOf(body: AskBody | undefined): string {
  if (!body) return "{}";
  return "text" in body ? body.text : JSON.stringify(body.value);
}
