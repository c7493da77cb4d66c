import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { record, same, show, spacedUtc, string, uuid } from "../assertions.js";
import { COUNT_NAMES, type Count, createGrant, createImport, SAMPLE_COUNTS, type Team } from "../control.js";
import { importFields, retrieveImport } from "../operations.js";
import { rejected } from "../send.js";
import { key, otherTeamKey, outsideBetaKey, sameTeamKey } from "../settings.js";
import type { Step } from "../step.js";

async function importIsReturned(team: Team, as: string): Promise<void> {
  const importId = await createImport(team, SAMPLE_COUNTS);
  const { object, id, status } = await importFields(importId, as);
  same({ object, id, status }, { object: "contact_import", id: importId, status: "completed" }, "the import");
  uuid(importId, "id of an import");
}

async function importWithAnotherKey(): Promise<void> {
  const id = await createImport("first", SAMPLE_COUNTS);
  same(await importFields(id, sameTeamKey), await importFields(id), "one import with two keys of its team");
}

async function importsAreTheTeams(): Promise<void> {
  const ours = await createImport("first", SAMPLE_COUNTS);
  rejected(await retrieveImport(ours, otherTeamKey));
  rejected(await retrieveImport(ours, outsideBetaKey));
  rejected(await retrieveImport(await createImport("other", SAMPLE_COUNTS)));
}

async function unknownImports(): Promise<void> {
  const grant = await createGrant("first");
  for (const id of [randomUUID(), grant.id, "no-such-import", "0", "100%", "a/b"]) rejected(await retrieveImport(id));
}

async function importTimes(): Promise<void> {
  const fields = await importFields(await createImport("first", SAMPLE_COUNTS));
  for (const name of ["created_at", "completed_at"]) spacedUtc(string(fields[name], name), name);
}

async function importCounts(): Promise<void> {
  const none: Record<Count, number> = { total: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  const many: Record<Count, number> = {
    total: 100_000,
    created: 40_000,
    updated: 30_000,
    skipped: 20_000,
    failed: 10_000,
  };
  for (const expected of [SAMPLE_COUNTS, none, many]) {
    const counts = record((await importFields(await createImport("first", expected))).counts, "counts");
    for (const name of COUNT_NAMES) {
      assert.ok(Number.isInteger(counts[name]), `${name}: ${show(counts[name])} is not an integer`);
      same(counts[name], expected[name], name);
    }
  }
}

/** I1 to I3. */
export const RETRIEVE_CONTACT_IMPORT: readonly Step[] = [
  { id: "I1", title: "an import is returned", run: () => importIsReturned("first", key) },
  {
    id: "I1",
    title: "a team outside the beta reads its imports",
    run: () => importIsReturned("outsideBeta", outsideBetaKey),
  },
  { id: "I1", title: "any key of the team reads it", run: importWithAnotherKey },
  { id: "I1", title: "another team's key does not see it", run: importsAreTheTeams },
  { id: "I1", title: "an unknown import is rejected", run: unknownImports },
  { id: "I2", title: "created_at and completed_at end in +00", run: importTimes },
  { id: "I3", title: "counts are integers, those of the import", run: importCounts },
];
