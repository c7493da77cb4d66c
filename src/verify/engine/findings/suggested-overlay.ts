import { asObject, type Json } from "#openapi/document/document.js";
import { pointerNames, valueAt } from "#openapi/document/pointer.js";
import { extensionDefects } from "#openapi/extensions/defects.js";
import { type Addition, proposedOverlay } from "#openapi/load/proposed-overlay.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { Overlay } from "#openapi/overlay/overlay.js";
import { listOf, statementOf } from "#statements/paging/paging.js";
import { fieldPlace } from "#statements/resources/envelope-schema.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { Identifier, Resource } from "#statements/resources/resource.js";
import { successContents } from "#statements/schema-fields.js";
import type { Contract } from "#verify/model/contract.js";
import type { Corroboration } from "#verify/model/test-case/case-context.js";
import { creationKey, relationKey } from "#verify/resources/relation-check.js";
import { pagingKey } from "#verify/steps/judged-list.js";
import { ASSIGNED } from "#verify/trial/assigned.js";

/**
 * The relations that names suggest and that held in a run, as an overlay which states them. It has `x-identifies`, links,
 * `x-pagination` or `x-numbered-pages`, and `readOnly` for fields that the server assigns. Undefined if none held, or the
 * document states them all.
 */
export async function suggestedOverlay(contract: Contract, held: Corroboration): Promise<Overlay | undefined> {
  const isHeld = (key: string) => held.values(key).size > 0;
  const candidates = [
    ...[...resourcesOf(contract).values()].flatMap((resource) => resourceActions(contract, resource, held)),
    ...contract.operations
      .filter((operation) => isHeld(pagingKey(operation)))
      .flatMap((operation) => pagingActions(contract, operation)),
    ...[...held.values(ASSIGNED)].map((place) => readOnlyAction(place)),
  ];
  return proposedOverlay(contract.document, "Relations", candidates, extensionDefects);
}

function resourceActions(contract: Contract, resource: Resource, held: Corroboration): Addition[] {
  const identifier = resource.identifiers().find((candidate) => held.values(relationKey(resource, candidate)).size > 0);
  if (!identifier) return [];
  return [
    ...identifierActions(contract, resource, identifier),
    ...[...held.values(creationKey(resource, identifier))].flatMap((seen) => linkActions(contract, resource, seen)),
  ];
}

/**
 * Whether all operations that have a part of the document concern a resource alone. They create it, or are at its own path.
 */
function isOfResource(
  { operations }: Contract,
  { key, create }: Resource,
  has: (operation: Operation) => boolean,
): boolean {
  return operations.every((operation) => !has(operation) || operation === create || pathKey(operation.path) === key);
}

function identifierActions(contract: Contract, resource: Resource, { pointer }: Identifier): Addition[] {
  const { document } = contract;
  const { retrieve } = resource;
  const parameter = retrieve && pathParameters(retrieve).at(-1);
  if (!parameter || parameter.identifies.length > 0) return [];
  // The responses of other operations have the identifiers of other resources at the same place.
  const isShared = (operation: Operation) =>
    pathParameters(operation).some((own) => own?.pointer === parameter.pointer);
  if (!isOfResource(contract, resource, isShared)) return [];
  const [content] = successContents(retrieve);
  const place = content ? fieldPlace(document, content, pointer) : pointer;
  return [
    {
      pointer: parameter.pointer,
      description: `${retrieve.id} returns the value of ${parameter.name} at ${place}.`,
      update: { "x-identifies": [place] },
    },
  ];
}

/**
 * A link from the response to a creation to the operation that retrieves what was created.
 *
 * @param seen the status of the response, and the place of the identifier in its body
 */
function linkActions(contract: Contract, resource: Resource, seen: string): Addition[] {
  const { document } = contract;
  const { create, retrieve } = resource;
  const [status = "", place = ""] = seen.split(/ (.*)/s);
  const response = create && responseFor(create, Number(status));
  if (!create || !response || retrieve?.operationId === undefined) return [];
  if (asObject(valueAt(document, response.pointer)).links !== undefined) return [];
  const isShared = ({ responses }: Operation) => responses.some(({ pointer }) => pointer === response.pointer);
  if (!isOfResource(contract, resource, isShared)) return [];
  const path = pathParameters(retrieve);
  const names = pathParameters(create).flatMap((parameter) => parameter?.name ?? []);
  const parameters = path.map((parameter, index): [string, Json] | undefined => {
    const name = parameter?.name ?? "";
    if (index === path.length - 1) return [name, `$response.body#${place}`];
    return names.includes(name) ? [name, `$request.path.${name}`] : undefined;
  });
  const known = parameters.filter((parameter) => parameter !== undefined);
  if (known.length < parameters.length) return [];
  const link = { operationId: retrieve.operationId, parameters: Object.fromEntries(known) };
  return [
    {
      pointer: response.pointer,
      description: `${retrieve.id} finds the resource that ${create.id} created.`,
      update: { links: { [retrieve.operationId]: link } },
    },
  ];
}

/** The extension that states how a list is paged. */
function pagingActions({ document }: Contract, operation: Operation): Addition[] {
  const paging = listOf(document, operation)?.paging;
  const update = paging && statementOf(paging);
  if (!update || paging.basis === "stated") return [];
  const description = `${paging.next?.parameter?.name} leads to the next page.`;
  return [{ pointer: operation.pointer, description, update }];
}

/** A field whose value the server assigns. */
function readOnlyAction(place: string): Addition {
  return {
    pointer: place,
    description: `The server assigns ${pointerNames(place).at(-1)}, whatever is sent.`,
    update: { readOnly: true },
  };
}
