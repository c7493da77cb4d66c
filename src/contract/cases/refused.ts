import { covers, isJson } from "../../client/media-type.js";
import { asObject, type Json, type OpenApiDocument } from "../../openapi/document.js";
import type { Operation, Parameter, RequestBody } from "../../openapi/operation.js";
import { pointerTo, valueAt } from "../../openapi/pointer.js";
import { follow } from "../../openapi/reference.js";
import { type Ask, type AskBody, type Expectation, missing, refusal } from "../ask.js";
import { type Case, NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import type { Environment } from "../environment.js";
import { type Exchange, jsonOf, succeeded } from "../exchange.js";
import { goodAsk, goodPair, unknownReason } from "../known.js";
import { linksOf, promisesStated } from "../proves.js";
import { SAFE_METHODS } from "../target.js";
import { brokenValues } from "./broken-values.js";
import { requestValue } from "./runtime-expression.js";

/** What is done to a good request so that the document does not admit it. */
interface Violation {
  /** In words: `limit below the minimum`. */
  what: string;
  /** Where the document states what is broken. */
  keyword: string;
  parameter?: Parameter;
  change(ask: Ask): Ask;
}

/** Every constraint that an operation states on requests, broken one at a time: each is to be refused. */
export function refusedCases(environment: Environment, operation: Operation): Case[] {
  return violationsOf(environment, operation).map(
    (violation): Case => ({
      name: `${operation.id} › refuses ${violation.what}`,
      kind: "refused",
      operation,
      proves: promisesOfViolation(environment, operation, violation),
      writes: !SAFE_METHODS.includes(operation.method),
      ...(violation.parameter ? { parameter: violation.parameter.name } : {}),
      run: (run) => tryViolation(run, operation, violation),
    }),
  );
}

/** The promises that stand at the keyword; if there are none, those of the parameter or the body that it is about. */
function promisesOfViolation(
  { promises }: Environment,
  operation: Operation,
  { keyword, parameter }: Violation,
): string[] {
  const narrow = promisesStated(promises, operation.id, [keyword], true);
  const wide = parameter?.pointer ?? operation.requestBody?.pointer ?? operation.pointer;
  return narrow.length > 0 ? narrow : promisesStated(promises, operation.id, [wide], true);
}

async function tryViolation(run: CaseRun, operation: Operation, violation: Violation): Promise<void> {
  const good = await goodAsk(run, operation);
  if (!good) throw new NotVerified(unknownReason(operation));
  const ask = violation.change(good);
  const exchange = await run.send(ask);
  const { parameter } = violation;
  if (parameter && isClamped(run, operation, parameter, exchange)) {
    await run.judge(ask, { ...refusal(operation, violation.what), kind: "anything" }, exchange);
    for (const id of openPointsAt(run, parameter))
      run.observe(id, `${violation.what}: ${exchange.status}, cut to what is admitted`);
    return;
  }
  const expected = refusal(operation, violation.what, {
    location: violation.keyword,
    promises: promisesOfViolation(run.environment, operation, violation),
  });
  await run.judge(ask, expected, exchange);
  if (succeeded(exchange)) {
    if (!SAFE_METHODS.includes(operation.method)) await run.leave(operation, exchange);
    return;
  }
  // Of what cannot be read, a server that keeps something keeps what the good request had.
  await expectNothingLeft(run, operation, sentValue(ask) === undefined ? good : ask, expected);
}

/**
 * The document may leave open whether a value out of range is refused or cut to the nearest that is admitted
 * (`x-may-be-clamped`). A page size is cut if the page then holds no more than the bound, and something if anything is.
 */
function isClamped(run: CaseRun, operation: Operation, parameter: Parameter, exchange: Exchange): boolean {
  const { document } = run.environment;
  const { pagination } = operation;
  if (asObject(valueAt(document, parameter.pointer))["x-may-be-clamped"] !== true) return false;
  if (!succeeded(exchange) || pagination?.pageSize !== parameter.name) return false;
  const items = valueAt(jsonOf(exchange), pagination.items);
  const { maximum = Number.POSITIVE_INFINITY, minimum = 0 } = asObject(parameter.schema);
  const sent = Number(new URL(exchange.request.url).searchParams.get(parameter.name));
  if (!Array.isArray(items) || Number.isNaN(sent)) return false;
  return sent > Number(maximum) ? items.length <= Number(maximum) : items.length <= Number(minimum) && items.length > 0;
}

function openPointsAt(run: CaseRun, parameter: Parameter): string[] {
  return Object.keys(asObject(asObject(valueAt(run.environment.document, parameter.pointer))["x-unspecified"]));
}

/**
 * A create that was refused has left nothing behind: what a link would lead to by what was sent is not there. Only a link
 * whose parameters all stem from the request can be followed without an answer.
 */
export async function expectNothingLeft(
  run: CaseRun,
  operation: Operation,
  ask: Ask,
  refused: Expectation,
): Promise<void> {
  const { document } = run.environment;
  const sent = sentValue(ask);
  if (sent === undefined || SAFE_METHODS.includes(operation.method)) return;
  const links = operation.responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap((each) => linksOf(document, each));
  for (const link of links) {
    const linked = link.operationId === undefined ? undefined : run.environment.operationNamed(link.operationId);
    if (!linked || !SAFE_METHODS.includes(linked.method)) continue;
    const parameters = linked.parameters.flatMap((parameter) => {
      const value = requestValue(
        link.parameters[parameter.name] ?? link.parameters[`${parameter.in}.${parameter.name}`],
        sent,
      );
      // What nobody had before cannot have been there already.
      return typeof value === "string" && run.environment.madeUp.has(value) ? [{ parameter, value }] : [];
    });
    if (
      !linked.parameters
        .filter((each) => each.required)
        .every((each) => parameters.some((given) => given.parameter === each))
    )
      continue;
    const exchange = await run.send({ operation: linked, parameters });
    const expected = missing(linked, `what was refused (${refused.why}) was not made`);
    if (!succeeded(exchange))
      return await run.judge({ operation: linked, parameters }, { ...expected, kind: "anything" }, exchange);
    run.findBroken(
      "left-behind",
      refused.location,
      [
        ...new Set([
          ...refused.promises,
          ...promisesStated(run.environment.promises, operation.id, [refused.location, ...refused.places], true),
        ]),
      ],
      {
        message: `${operation.id} was refused, and yet what it was to make is there`,
        expected: `a 4xx from ${linked.id}`,
        received: `${exchange.status} ${exchange.body}`,
      },
      exchange,
    );
    return;
  }
}

/** The value of a body, also of one that was written as text. */
function sentValue({ body }: Ask): Json | undefined {
  if (!body) return undefined;
  if ("value" in body) return body.value;
  try {
    return JSON.parse(body.text);
  } catch {
    return undefined;
  }
}

function violationsOf(environment: Environment, operation: Operation): Violation[] {
  return [
    ...operation.parameters.flatMap((parameter) => ofParameter(environment, parameter)),
    ...operation.mutuallyExclusive.map((names, index): Violation => {
      const both = operation.parameters.filter(({ name, in: place }) => place === "query" && names.includes(name));
      return {
        what: `${names.join(" and ")} together`,
        keyword: pointerTo(operation.pointer, "x-mutually-exclusive", index),
        change: (ask) => ({
          ...ask,
          parameters: [...ask.parameters, ...both.map((parameter) => ({ parameter, value: exampleOf(parameter) }))],
        }),
      };
    }),
    ...ofBody(environment, operation),
  ];
}

function exampleOf({ examples }: Parameter): Json {
  return [...examples.named.values()][0] ?? examples.fallback ?? "x";
}

function ofParameter({ document }: Environment, parameter: Parameter): Violation[] {
  const { name, in: place, required, schemaPointer, schema } = parameter;
  if (schema === undefined || place === "cookie") return [];
  const { node } = follow(document, valueAt(document, schemaPointer), schemaPointer);
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
  const example = form && ([...form.examples.named.values()][0] ?? form.examples.fallback);
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
