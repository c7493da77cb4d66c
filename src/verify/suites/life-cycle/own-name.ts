import { isObject, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { isCreatorField, isPathOfPerson, NAMES_OF_PEOPLE } from "#statements/people.js";
import { nearObjects } from "#statements/resources/envelope.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { ownCreator } from "#verify/judges/life-cycle/shown-values.js";
import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { Actor } from "#verify/model/target/target.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { oncePerRun } from "#verify/model/test-case/once-per-run.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import type { Shown } from "#verify/resources/created/read-created.js";

/** The author of a created resource is the person of the key. The document's operation for that person shows it. */
export async function expectOwnName(context: CaseContext, created: Created, shown: Shown): Promise<void> {
  const { resource } = shown;
  const field = resource && Object.keys(resource).find(isCreatorField);
  const author = field === undefined ? undefined : resource?.[field];
  if (field === undefined || !isObject(author) || isSent(created, field)) return;
  const person = await persons.get(context, "own", () => readPerson(context));
  const name = person && NAMES_OF_PEOPLE.find((known) => author[known] !== undefined && person[known] !== undefined);
  if (!person || name === undefined) return;
  const names = { own: person[name], shown: author[name] };
  context.judge(ownCreator(created, field, names, shown.exchange));
}

function isSent({ request: { body } }: Created, field: string): boolean {
  return jsonText(body ?? null).includes(`"${field}"`);
}

/** The persons of the keys of a run. */
const persons = oncePerRun<Actor, JsonObject | undefined>();

/** The person of the key; undefined if no operation of the document shows it. */
async function readPerson(context: CaseContext): Promise<JsonObject | undefined> {
  const operation = context.contract.operations.find(
    (own) => own.method === "get" && isPathOfPerson(own.path) && pathParameters(own).length === 0,
  );
  const request = operation && resourceRequest(context, operation, []);
  const exchange = request && (await context.send(request));
  const objects = exchange && isSuccess(exchange) ? nearObjects(jsonOf(exchange)) : [];
  return objects.find((object) => NAMES_OF_PEOPLE.some((name) => object[name] !== undefined));
}
