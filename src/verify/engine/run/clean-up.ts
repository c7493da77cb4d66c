import { readFileSync } from "node:fs";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { Contract } from "#verify/model/contract.js";
import type { Leftover } from "#verify/model/target/ownership.js";
import type { Target } from "#verify/model/target/target.js";
import { sanitizeLeftover } from "#verify/report/redaction/sanitize.js";
import { removeResources } from "#verify/resources/created/remove-resources.js";
import { shownAfterRemoval } from "#verify/resources/created/shown-after-removal.js";
import { keepOpen, type OpenCreation, openCreations } from "#verify/resources/ledger/creation-log.js";
import type { Entry } from "#verify/resources/ledger/entry.js";
import { restoredEntry } from "#verify/resources/ledger/restored-entry.js";
import { openConnection } from "#verify/transport/connection.js";
import { removerOf } from "./remover.js";
import { createRunContext } from "./run-context.js";

/** The result of a clean-up. */
export interface CleanUp {
  /** How many resources of earlier runs are gone. */
  removed: number;
  /** Those that remain, and why. */
  leftovers: Leftover[];
  /** The creations that belong to another server. */
  elsewhere: readonly OpenCreation[];
}

/**
 * Removes what earlier runs created on a target and left, by the file that they wrote. They may have ended by a crash, a
 * second Ctrl-C or a failure of the server. The gate decides as in a run. So only what a response shows to be created by
 * those runs is removed. The file keeps what remains.
 *
 * @throws UserError if the provision module or a certificate cannot be used
 */
export async function cleanUp(document: OpenApiDocument, target: Target, file: string): Promise<CleanUp> {
  const all = openCreations(readFileSync(file, "utf8"));
  const elsewhere = all.filter(({ baseUrl }) => baseUrl !== target.baseUrl);
  const own = all.filter((creation) => !elsewhere.includes(creation));
  const contract = new Contract(document);
  const writes = target.writes === "none" ? "reversible" : target.writes;
  const run = createRunContext(contract, { ...target, writes });
  const connection = await openConnection(target.connection);
  try {
    const { cleanUp: ownCleanUp, sign } = await run.ledger.provision();
    run.gate.wire.connection = { ...connection, sign };
    const entries = new Map<Entry, OpenCreation>();
    const unknown: OpenCreation[] = [];
    for (const creation of own) {
      const entry = restoredEntry(contract, creation);
      if (entry) entries.set(run.ledger.add(entry), creation);
      else unknown.push(creation);
    }
    const remover = removerOf(run, () => run.budget.takeForRemoval());
    const left = await removeResources(remover, [...entries.keys()]);
    const shown = await shownAfterRemoval(remover, run.ledger.entries);
    await ownCleanUp?.();
    const remaining = [...entries].filter(([entry]) => entry.isLeft || isNamed(shown, entry)).map(([, open]) => open);
    keepOpen(file, [...elsewhere, ...unknown, ...remaining]);
    const leftovers = [...left, ...shown, ...unknown.map(unknownLeftover)].map((leftover) =>
      sanitizeLeftover(leftover, target),
    );
    return { removed: own.length - leftovers.length, leftovers, elsewhere };
  } finally {
    connection.close();
  }
}

function isNamed(leftovers: readonly Leftover[], { address, request }: Entry): boolean {
  return leftovers.some(({ operation, resource }) => operation === request.operation.id && resource === address);
}

function unknownLeftover({ request, creation }: OpenCreation): Leftover {
  const reason = "the contract no longer has this operation";
  return { operation: request.operation, resource: creation?.address ?? "", reason };
}
