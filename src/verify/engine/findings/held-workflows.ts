import type { Json, JsonObject } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import type { Identifier, Resource } from "#statements/resources/resource.js";
import type { Contract } from "#verify/model/contract.js";
import type { BodySpec } from "#verify/model/request/request-spec.js";
import { exampleBody, exampleValue, successExample } from "#verify/requests/known-values.js";
import { creationKey, relationKey } from "#verify/resources/relation-check.js";
import type { RunContext } from "../run/run-context.js";

/** The name of the document in a description of workflows. */
const SOURCE = "api";

/** The input that holds the key. */
const KEY = "$inputs.key";

type Run = Pick<RunContext, "contract" | "exercised" | "learned" | "accepted" | "generator">;

/**
 * The chains of requests that held in a run, as workflows (Arazzo 1.0.1, 4.6.4). One is a creation, the reading of what it
 * created and its removal. Another is a list with the reading of its first item. A chain below another resource is left out,
 * because its path needs values of that resource.
 *
 * @param url the document, as a URL that is relative to the description
 * @returns undefined if no chain held
 */
export function heldWorkflows(run: Run, url: string): JsonObject | undefined {
  const workflows = [...resourcesOf(run.contract).values()].flatMap((resource) => [
    ...listingWorkflow(run, resource),
    ...creationWorkflow(run, resource),
  ]);
  if (workflows.length === 0) return undefined;
  const { title, version } = Object(run.contract.document.info);
  return {
    arazzo: "1.0.1",
    info: { title: `Chains of ${String(title)}`, version: String(version) },
    sourceDescriptions: [{ name: SOURCE, url, type: "openapi" }],
    workflows,
  };
}

function listingWorkflow(run: Run, resource: Resource): JsonObject[] {
  const { list, retrieve } = resource;
  const identifier = heldIdentifier(run, resource);
  if (!list || !retrieve || !identifier) return [];
  const found = `$response.body#${pointerTo(list.paging.items, 0)}${identifier.pointer}`;
  const first = stepOf(run, "list", list.operation, { outputs: { id: found } });
  const second = stepOf(run, "retrieve", retrieve, {
    id: "$steps.list.outputs.id",
    criteria: [...SUCCEEDS, `$response.body#${identifier.pointer} == $steps.list.outputs.id`],
  });
  return first && second ? [workflowOf(run.contract, `list-${retrieve.id}`, [first, second])] : [];
}

function creationWorkflow(run: Run, resource: Resource): JsonObject[] {
  const { create, retrieve, remove } = resource;
  const seen = resource.identifiers().flatMap((identifier) => {
    return [...run.learned.values(creationKey(resource, identifier))].map((created) => ({ identifier, created }));
  })[0];
  if (!create || !retrieve || !seen) return [];
  const [status = "", place = ""] = seen.created.split(/ (.*)/s);
  const body = run.accepted.bodyFor(create) ?? exampleBody(run, successExample(create));
  const id = "$steps.create.outputs.id";
  const created = stepOf(run, "create", create, {
    body,
    outputs: { id: `$response.body#${place}` },
    criteria: [`$statusCode == ${status}`],
  });
  const retrieved = stepOf(run, "retrieve", retrieve, { id });
  if (!created || !retrieved || (create.requestBody?.required && !body)) return [];
  const removed =
    remove && run.exercised.states.hasSucceeded(remove.id) ? stepOf(run, "remove", remove, { id }) : undefined;
  const steps = [created, retrieved, ...(removed ? [removed] : [])];
  return [workflowOf(run.contract, `create-${create.id}`, steps)];
}

function heldIdentifier({ learned }: Run, resource: Resource): Identifier | undefined {
  return resource.identifiers().find((candidate) => learned.values(relationKey(resource, candidate)).size > 0);
}

function workflowOf({ schemes }: Contract, workflowId: string, steps: JsonObject[]): JsonObject {
  const inputs = { type: "object", properties: { key: { type: "string", format: "password" } } };
  return { workflowId, ...(Object.keys(schemes).length > 0 ? { inputs } : {}), steps };
}

/** The parts of a step beside its operation. */
interface StepParts {
  /** The value of the only path parameter, as an expression. */
  id?: string;
  body?: BodySpec | undefined;
  outputs?: Record<string, string>;
  /** The conditions of its success (default: a status of 2xx). */
  criteria?: string[];
}

const SUCCEEDS = ["$statusCode >= 200", "$statusCode < 300"];

/** A step (Arazzo 1.0.1, 4.6.5). Undefined if a required parameter has no value. */
function stepOf(run: Run, stepId: string, operation: Operation, parts: StepParts): JsonObject | undefined {
  const { id, body, outputs, criteria = SUCCEEDS } = parts;
  const path = pathParameters(operation);
  const required = operation.parameters.filter((parameter) => parameter.required && !path.includes(parameter));
  const others = required.map((parameter) => [parameter, sentValue(run, operation, parameter)] as const);
  if (path.length !== (id === undefined ? 0 : 1) || others.some(([, value]) => value === undefined)) return undefined;
  const parameters: JsonObject[] = [
    ...path.flatMap((parameter) => (parameter && id !== undefined ? [parameterOf(parameter, id)] : [])),
    ...others.flatMap(([parameter, value]) => (value === undefined ? [] : [parameterOf(parameter, value)])),
    ...keyParameters(run.contract, operation),
  ];
  const { operationId } = operation;
  const payload = body && ("value" in body ? body.value : body.text);
  return {
    stepId,
    ...(operationId === undefined
      ? { operationPath: `{$sourceDescriptions.${SOURCE}.url}${operation.pointer}` }
      : { operationId }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body && payload !== undefined
      ? { requestBody: { contentType: body.type ?? "application/json", payload } }
      : {}),
    successCriteria: criteria.map((condition) => ({ condition })),
    ...(outputs ? { outputs } : {}),
  };
}

function parameterOf({ name, in: location }: Pick<Parameter, "name" | "in">, value: Json): JsonObject {
  return { name, in: location, value };
}

function sentValue({ accepted }: Run, operation: Operation, parameter: Parameter): Json | undefined {
  return (accepted.valueFor(operation, parameter) ?? exampleValue(successExample(operation), parameter))?.value;
}

/** The parameters that send the key, by the first alternative of the operation's security. */
function keyParameters({ schemes }: Contract, { security }: Operation): JsonObject[] {
  const [names = []] = security;
  return names.flatMap((name) => {
    const scheme = schemes[name];
    if (!scheme) return [];
    if (scheme.type === "apiKey") return [parameterOf(scheme, KEY)];
    const prefix = scheme.type === "basic" ? "Basic" : (scheme.scheme ?? "Bearer");
    return [parameterOf({ name: "Authorization", in: "header" }, `${prefix} {${KEY}}`)];
  });
}
