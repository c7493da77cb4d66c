import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { mergedSchema } from "#openapi/schema/merged-schema.js";
import { createValues, type Values } from "#values/values.js";
import { REQUEST_BODY } from "../../model/target/target.js";
import { valueSetting } from "../../model/test-case/need.js";
import type { Addition } from "../../report/additions.js";
import type { WrittenSetting } from "../../report/settings-yaml.js";
import { keptLines } from "./kept-settings.js";
import { inComment, offeredParents, type Parents } from "./offered-parents.js";
import { type Suggestion, withoutThose } from "./suggestion.js";

/** The most values that are suggested although no run lacked them: more would hide the others. */
const MAX_SUGGESTED = 20;

/** The values that a run lacked, and what is known of them. */
export interface LackedFacts {
  document: OpenApiDocument;
  /** The settings that a run lacked; an empty list without a run. */
  additions: readonly Addition[];
  /** The settings of the file in use, which stay as they are (default: none). */
  kept?: JsonObject | undefined;
  /** The resources that the run was shown (default: none). */
  parents?: Parents | undefined;
}

/** The values that a run lacked; then, as comments, others that it may lack. */
export function suggestedValues(facts: LackedFacts): WrittenSetting[] {
  const { document, kept = {}, parents = () => [] } = facts;
  const operations = operationsOf(document);
  const described = { document, generator: createValues(document) };
  const given = keptLines("values", kept.values);
  const lacked = withoutThose(given, lackedValues(facts));
  const optional = withoutThose([...lacked, ...given], operations.flatMap(examplesInPath)).slice(0, MAX_SUGGESTED);
  const seen = new Set<string>();
  const offered = offeredParents(parents, lacked);
  return [...lacked, ...optional].map((suggestion) => {
    const [, id, part = ""] = suggestion.setting;
    const isNew = !seen.has(`${id} ${part}`);
    seen.add(`${id} ${part}`);
    const operation = isNew ? operations.find((candidate) => candidate.id === id) : undefined;
    return offered(suggestion, operation ? descriptionOf(described, operation, part) : []);
  });
}

/** The lacked values. Those of a request without its parent are left out: with the parent, the run may need none. */
function lackedValues({ document, additions }: LackedFacts): Addition[] {
  const shared = additions.filter(({ setting }) => setting[0] === "parameters").map(({ setting }) => setting[1]);
  const orphans = new Set(
    operationsOf(document).flatMap(({ id, parameters }) =>
      parameters.some(({ in: place, name }) => place === "path" && shared.includes(name)) ? [id] : [],
    ),
  );
  return additions.filter(({ setting: [kind, id = ""] }) => kind === "values" && !orphans.has(id));
}

/** The values that a run lacked in several operations. The first operation that has the parameter describes it. */
export function suggestedParameters(facts: LackedFacts): WrittenSetting[] {
  const operations = operationsOf(facts.document);
  const described = { document: facts.document, generator: createValues(facts.document) };
  const lacked = facts.additions.filter(({ setting }) => setting[0] === "parameters");
  const offered = offeredParents(facts.parents ?? (() => []), lacked);
  return lacked.map((suggestion) => {
    const [, name = ""] = suggestion.setting;
    const first = operations.find(({ parameters }) => parameters.some((parameter) => parameter.name === name));
    return offered(suggestion, first ? descriptionOf(described, first, name) : []);
  });
}

/** A value for each path parameter in place of its first example: ids of examples exist on few servers. */
function examplesInPath(operation: Operation): Suggestion[] {
  const first = examplePairs(operation).find(({ response }) => isSuccessKey(response));
  const parameters = first ? operation.parameters.filter((parameter) => parameter.in === "path") : [];
  return parameters.map(({ name }) => {
    const setting = valueSetting(operation.id, name, first?.key);
    return { setting, isList: operation.method === "delete", cases: [] };
  });
}

/** A part of an operation in words: where it is, its schema, and a value that is valid by it. */
function descriptionOf(
  { document, generator }: { document: OpenApiDocument; generator: Values },
  { parameters, requestBody }: Operation,
  name: string,
): string[] {
  const parameter = parameters.find((candidate) => candidate.name === name);
  const part = parameter ?? (name === REQUEST_BODY ? requestBody?.content[0] : undefined);
  if (!part) return [];
  const kind = parameter ? `A ${parameter.in} parameter` : `A body of ${requestBody?.content[0]?.name}`;
  const made = generator.value(part, { direction: "request", optional: "none" });
  const sample = "value" in made ? [`For example: ${inComment(made.value)}`] : [];
  const schema = mergedSchema(document, part.schema);
  return [`${kind}: ${inComment(schema)}`, ...sample];
}
