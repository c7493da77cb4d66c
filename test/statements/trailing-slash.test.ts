import { expect, test } from "vitest";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import type { Operation } from "#openapi/operations/operation.js";
import { familiesOf } from "#state/find-families.js";
import { speaksOfAction } from "#statements/dangers/action-words.js";
import { apparentRisk } from "#statements/dangers/apparent-risk.js";
import { speaksOfEffect } from "#statements/dangers/read-effects.js";
import { filtersOf } from "#statements/filters.js";
import { listOf } from "#statements/paging/paging.js";
import { kindsNamed } from "#statements/references/names-of-resources.js";
import { undoOf, verbOf } from "#statements/resources/actions.js";
import { resourceCreatedBy, resourcesOf } from "#statements/resources/find-resources.js";
import { slashed } from "#test/servers/slashed.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { levelOfCreation, levelOfUpsert } from "#verify/resources/permission/undoing.js";

const DOCUMENTS = [
  ...["archive", "bookings", "cabins", "feed", "orders", "payments", "stories", "tickets"].map(
    (name) => `test/servers/${name}/${name}.yaml`,
  ),
  ...["accounts", "library", "members", "parcels", "pets", "telemetry"].map((name) => `test/documents/${name}.yaml`),
];

/** What is known of the operations of a document, by their numbers. */
function statementsOf(document: OpenApiDocument) {
  const contract = new Contract(document);
  const numberOf = (operation: Operation | undefined) => operation && contract.operations.indexOf(operation);
  const removers = { removals: new Map(), removesByModule: false };
  const families = familiesOf(contract);
  return {
    resources: [...resourcesOf(contract).values()].map((resource) => ({
      ...{ key: resource.key, position: resource.position, list: numberOf(resource.list?.operation) },
      ...{ create: numberOf(resource.create), retrieve: numberOf(resource.retrieve) },
      ...{ replace: numberOf(resource.replace), update: numberOf(resource.update), remove: numberOf(resource.remove) },
      nested: resource.nested.map((operation) => ({
        number: numberOf(operation),
        verb: verbOf(operation)?.stem,
        undo: numberOf(undoOf(resource, operation)?.operation),
      })),
      names: kindsNamed(contract, resource.key.split("/").at(-2) ?? "").length,
    })),
    operations: contract.operations.map((operation) => {
      const list = listOf(document, operation);
      return {
        ...{ speaksOfAction: speaksOfAction(operation), speaksOfEffect: speaksOfEffect(operation) },
        ...{ risk: apparentRisk(operation), creates: resourceCreatedBy(contract, operation)?.key },
        creation: levelOfCreation(contract, operation, removers),
        upsert: levelOfUpsert(contract, operation, removers),
        ...{ items: list?.paging.items, filters: list && filtersOf(document, list).map(({ property }) => property) },
        role: families.roleOf(operation)?.act,
        isOpen: families.isOpen(operation),
      };
    }),
  };
}

test.each(DOCUMENTS)(
  "a slash at the end of each path of %s changes nothing that is inferred or feared",
  async (file) => {
    const document = await loadDocument(file);
    expect(statementsOf(slashed(document))).toEqual(statementsOf(document));
  },
);

test("a slash at the end of a path hides no danger", () => {
  const dangerous = ["/users/{id}/delete", "/cache/flush", "/users/{id}/impersonate", "/emails/send"];
  const paths = Object.fromEntries(dangerous.map((path) => [path, { post: { responses: {} } }]));
  const risks = (document: OpenApiDocument) => new Contract(document).operations.map(apparentRisk);
  const document = documentOf(paths);
  expect(risks(slashed(document))).toEqual(risks(document));
  expect(new Contract(slashed(document)).operations.map(speaksOfAction)).toContain(true);
});
