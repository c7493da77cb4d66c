import { isObject, type Json } from "../../openapi/document.js";
import type { Operation } from "../../openapi/operation.js";
import { type Ask, type Given, missing, success } from "../ask.js";
import type { Case } from "../case.js";
import type { CaseRun } from "../case-run.js";
import { differences } from "../checks/returned.js";
import type { Environment } from "../environment.js";
import { type Exchange, jsonOf, succeeded } from "../exchange.js";
import { freshBody, goodPair, requireAsk } from "../known.js";
import { type Link, linksOf, placesOf, promisesStated } from "../proves.js";
import { SAFE_METHODS } from "../target.js";
import { expressionValue } from "./runtime-expression.js";

/** What is made is found where the links lead, holds what was sent, then what replaced it, and is gone once deleted. */
export function sequenceCases(environment: Environment, operation: Operation): Case[] {
  const { document, promises } = environment;
  const links = operation.responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap((each) => linksOf(document, each));
  const reading = links.flatMap((link) => {
    const linked = link.operationId === undefined ? undefined : environment.operationNamed(link.operationId);
    return linked && SAFE_METHODS.includes(linked.method) ? [{ link, linked }] : [];
  });
  if (reading.length === 0) return [];
  const writes = !SAFE_METHODS.includes(operation.method);
  const answers = reading.flatMap(({ linked }) =>
    linked.responses.filter(({ status }) => status.startsWith("2")).flatMap((each) => placesOf(document, each)),
  );
  const asked = reading.flatMap(({ linked }) =>
    linked.parameters.filter((each) => each.in === "path").map(({ pointer }) => pointer),
  );
  const sequence: Case = {
    name: `${operation.id} › ${writes ? "what it makes" : "what it shows"} is found by ${reading.map(({ link }) => link.name).join(" and ")}`,
    kind: "sequence",
    operation,
    proves: [
      ...new Set(reading.flatMap(({ linked }) => promisesStated(promises, linked.id, [...answers, ...asked], false))),
    ],
    writes,
    run: (run) => follow(run, operation, reading),
  };
  return [sequence];
}

/** A link and the operation that it leads to. */
interface Reading {
  link: Link;
  linked: Operation;
}

async function follow(run: CaseRun, operation: Operation, reading: readonly Reading[]): Promise<void> {
  const ask = await requireAsk(run, operation);
  const made = await run.ask(ask, success(operation, "nothing speaks against it"));
  if (!succeeded(made)) return;
  const writes = !SAFE_METHODS.includes(operation.method);
  if (writes) run.leave(operation, made);
  const followed: Ask[] = [];
  for (const { link, linked } of reading) {
    const next = askByLink(ask, made, link, linked);
    if (!next) continue;
    followed.push(next);
    const found = await run.ask(
      next,
      success(linked, `${link.name} leads to what ${operation.id} ${writes ? "made" : "shows"}`, {
        location: link.pointer,
      }),
    );
    if (succeeded(found)) compare(run, ask, link.pointer, linked, found);
  }
  if (!writes) return;
  for (const found of followed) await replace(run, found);
  if (await deleteAgain(run, followed)) run.gone(made);
}

/** The request that a link describes; undefined if a required parameter has no value in the exchange. */
export function askByLink(ask: Ask, made: Exchange, link: Link, linked: Operation): Ask | undefined {
  const sent = { parameters: ask.parameters, body: ask.body && "value" in ask.body ? ask.body.value : undefined };
  const parameters = linked.parameters.flatMap((parameter) => {
    const expression = link.parameters[parameter.name] ?? link.parameters[`${parameter.in}.${parameter.name}`];
    const value = expressionValue(expression, sent, made);
    return value === undefined || value === null ? [] : [{ parameter, value }];
  });
  const complete = linked.parameters.every(
    (each) => !each.required || parameters.some((given) => given.parameter === each),
  );
  return complete ? { operation: linked, parameters } : undefined;
}

/** What was made is replaced or changed, if the document has a PUT or PATCH for it: then it is found as it was sent. */
async function replace(run: CaseRun, found: Ask): Promise<void> {
  const writing = run.environment.operations.filter(
    ({ method, path }) => (method === "put" || method === "patch") && path === found.operation.path,
  );
  for (const operation of writing) {
    const example = goodPair(operation)?.body;
    const parameters = givenAgain(found, operation);
    if (!example || !parameters) continue;
    const ask: Ask = { operation, parameters, body: freshBody(run, example.value, example.mediaType.name) };
    const replaced = await run.ask(ask, success(operation, "it was just made"));
    if (!succeeded(replaced)) continue;
    const after = await run.ask(found, success(found.operation, `${operation.id} left it there`));
    if (succeeded(after)) compare(run, ask, operation.pointer, found.operation, after);
  }
}

/** The values of a request for another operation on the same path; undefined if it requires more. */
function givenAgain(ask: Ask, other: Operation): Given[] | undefined {
  const parameters = other.parameters.flatMap((parameter) => {
    const given = ask.parameters.find(
      (each) => each.parameter.name === parameter.name && each.parameter.in === parameter.in,
    );
    return given ? [{ parameter, value: given.value }] : [];
  });
  const complete = other.parameters.every(
    (each) => !each.required || parameters.some((given) => given.parameter === each),
  );
  return complete ? parameters : undefined;
}

/** What was sent comes back where it is retrieved. */
function compare(run: CaseRun, ask: Ask, location: string, linked: Operation, found: Exchange): void {
  const sent = ask.body && "value" in ask.body ? ask.body.value : undefined;
  const body: Json | undefined = jsonOf(found);
  if (!isObject(sent) || !isObject(body)) return;
  for (const { name, wanted, found: received } of differences(sent, body)) {
    run.findBroken(
      "returned",
      location,
      promisesStated(run.environment.promises, linked.id, [location], true),
      {
        message: `the body at /${name} is not what ${ask.operation.id} was sent`,
        expected: JSON.stringify(wanted),
        received: JSON.stringify(received),
      },
      found,
    );
  }
}

/** Deletes what was made, if the document has a DELETE for it; then it is gone. Returns whether it was deleted. */
async function deleteAgain(run: CaseRun, followed: readonly Ask[]): Promise<boolean> {
  for (const ask of followed) {
    const remove = run.environment.operationsAt(ask.operation.path).find(({ method }) => method === "delete");
    if (!remove) continue;
    const parameters = givenAgain(ask, remove);
    if (!parameters) continue;
    const deleted = await run.ask({ operation: remove, parameters }, success(remove, "it was just made"));
    if (!succeeded(deleted)) return false;
    await run.ask(ask, missing(ask.operation, "it was deleted"));
    await run.ask({ operation: remove, parameters }, missing(remove, "it was deleted before"));
    return true;
  }
  return false;
}
