import type { Json } from "../../openapi/document.js";
import { type ExamplePair, examplePairs } from "../../openapi/example-pairs.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { pointerTo, valueAt } from "../../openapi/pointer.js";
import { responseFor } from "../../openapi/status.js";
import { type Ask, type Expectation, type Given, response, success } from "../ask.js";
import { type Case, NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import type { Environment } from "../environment.js";
import { refused } from "../exchange.js";
import { forgetListed, listedItems, mappedValue } from "../known.js";
import { placesOf, promisesStated } from "../proves.js";
import { shapeOf } from "../shape.js";
import { SAFE_METHODS } from "../target.js";
import { cursorOf, firstCursor } from "./paging/walk.js";

/** Replays every example pair of the document: what is sent, and what answers it. */
export function exampleCases({ document, promises }: Environment, operation: Operation): Case[] {
  const pairs = examplePairs(operation);
  if (pairs.length === 0) return [withoutExample(operation)];
  return pairs.map((pair): Case => {
    const places = [
      ...placesOf(document, pair.response),
      ...(pair.response.status.startsWith("2")
        ? pair.parameters.flatMap(({ parameter }) => (parameter.in === "path" ? [parameter.pointer] : []))
        : []),
      ...(pair.body ? [operation.requestBody?.pointer ?? operation.pointer] : []),
    ];
    return {
      name: `${operation.id} › ${pair.name}`,
      kind: "example",
      operation,
      proves: promisesStated(promises, operation.id, places, false),
      writes: !SAFE_METHODS.includes(operation.method),
      run: (run) => replay(run, operation, pair),
    };
  });
}

/** What nothing is known to ask an operation for is told, lest it be missing from a run that holds. */
function withoutExample(operation: Operation): Case {
  return {
    name: `${operation.id} › example`,
    kind: "example",
    operation,
    proves: [],
    writes: false,
    async run() {
      throw new NotVerified("the document has no complete example of it: give each required parameter and body one");
    },
  };
}

async function replay(run: CaseRun, operation: Operation, pair: ExamplePair): Promise<void> {
  const { ask, mapped } = await askOf(run, operation, pair);
  const why = `the example ${pair.key}`;
  const succeeds = operation.responses.some(({ status }) => status.startsWith("2"));
  // `default` stands for success where nothing else does; beside a success it is what errors look like.
  const expected =
    pair.response.status === "default" && !succeeds
      ? success(operation, why, { location: pair.response.pointer })
      : response(pair.response, why);
  // A key that no answer has may be meant for another operation that shares the parameter.
  const { content, exampleKeys } = pair.response;
  const told = exampleKeys.includes(pair.key) || content.length > 0;
  const certain = (run.target.hasExamples || mapped) && told;
  if (certain || !pair.response.status.startsWith("2")) {
    await run.ask(ask, expected);
    return;
  }
  // The target need not have what the example names, and may have what it adds.
  const first = await run.send(ask);
  const documented = responseFor(operation, first.status);
  const named = ask.parameters.filter(({ parameter, value }) => isIdentifier(parameter, value));
  const refusable = named.length > 0 || ask.body !== undefined;
  if (refused(first) && documented && documented !== pair.response && refusable) {
    const instead = await listedInstead(run, ask);
    if (instead) {
      await askListed(run, ask, instead, expected);
      return;
    }
    const what =
      named.map(({ parameter, value }) => `${parameter.name} ${JSON.stringify(value)}`).join(" and ") || "the body";
    throw new NotVerified(
      `the target refused ${what} with ${first.status}: it may not have, or already have, what the example names`,
    );
  }
  await run.judge(ask, expected, first);
}

/** What the list showed may be gone meanwhile; then what it shows now is asked for. */
async function askListed(run: CaseRun, ask: Ask, instead: Ask, expected: Expectation): Promise<void> {
  const found = await run.send(instead);
  if (refused(found)) {
    forgetListed(run, ask.operation);
    const now = await listedInstead(run, ask);
    if (!now) throw new NotVerified("what the list showed is gone");
    const values = ({ parameters }: Ask) => JSON.stringify(parameters.map(({ value }) => value));
    if (values(now) !== values(instead)) {
      await run.ask(now, expected);
      return;
    }
  }
  await run.judge(instead, expected, found);
}

/**
 * The same request for what the target's list shows, where that has values of the example's form; undefined where it has
 * none, or nothing in the request names a thing.
 */
async function listedInstead(run: CaseRun, ask: Ask): Promise<Ask | undefined> {
  const { operation } = ask;
  if (operation.method !== "get") return undefined;
  let replaced = false;
  const parameters: Given[] = [];
  for (const given of ask.parameters) {
    const value = await listedLike(run, operation, given);
    replaced ||= value !== undefined;
    parameters.push(value === undefined ? given : { ...given, value });
  }
  return replaced ? { ...ask, parameters } : undefined;
}

async function listedLike(run: CaseRun, operation: Operation, { parameter, value }: Given): Promise<Json | undefined> {
  const cursor = cursorOf(operation, parameter.name);
  if (cursor) return firstCursor(run, operation, cursor.item);
  if (parameter.in !== "path") return undefined;
  const items = await listedItems(run, operation);
  return parameter.identifies
    .flatMap((pointer) => items.map((item) => valueAt(item, pointer)))
    .find((each) => each !== undefined && shapeOf(each) === shapeOf(value));
}

/** A value that the document lists, an enum or a number, is admitted everywhere; an identifier only where it exists. */
function isIdentifier(parameter: Given["parameter"], value: Given["value"]): boolean {
  const schema = typeof parameter.schema === "object" ? parameter.schema : {};
  if (schema.enum !== undefined || parameter.in === "header") return false;
  return parameter.in === "path" || (typeof value === "string" && schema.$ref === undefined);
}

/** @throws NotVerified if the example would be done to something that nobody gave away for it */
async function askOf(run: CaseRun, operation: Operation, pair: ExamplePair): Promise<{ ask: Ask; mapped: boolean }> {
  const writes = !SAFE_METHODS.includes(operation.method);
  let mapped = true;
  const parameters: Given[] = [];
  for (const { parameter, value } of pair.parameters) {
    const given = mappedValue(run, operation, parameter, pair.key);
    if (given !== undefined) parameters.push({ parameter, value: given });
    else if (parameter.in === "path" && writes && !run.target.hasExamples) {
      parameters.push({ parameter, value: await valueToWriteTo(run, operation, parameter, pair) });
    } else {
      mapped &&= parameter.in !== "path" && !isIdentifier(parameter, value);
      parameters.push({ parameter, value });
    }
  }
  const body = pair.body && { type: pair.body.mediaType.name, value: pair.body.value };
  return { ask: { operation, parameters, body }, mapped: mapped && body === undefined };
}

/** @throws NotVerified if nobody gave a value away */
async function valueToWriteTo(
  { environment }: CaseRun,
  operation: Operation,
  parameter: Parameter,
  { key, response: expected }: ExamplePair,
): Promise<string> {
  const at = pointerTo("", "values", operation.id, parameter.name, key).slice(1).replaceAll("/", ".");
  if (expected.status.startsWith("2")) {
    const free = await environment.disposable(operation, parameter.name);
    if (free) return free.value;
    throw new NotVerified(`it needs a value that may be used up: give a list in the target file, ${at}`);
  }
  const { valueFor } = await environment.provision();
  const value = await valueFor?.({ operation: operation.id, parameter: parameter.name, example: key });
  if (value !== undefined) return value;
  throw new NotVerified(`it needs a value that is answered like this there: give one in the target file, ${at}`);
}
