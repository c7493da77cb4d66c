import type { Operation } from "#openapi/operations/operation.js";
import { FROM_RESPONSE, type PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { oncePerRun } from "#verify/model/test-case/once-per-run.js";
import { linkOf } from "../shown/body-links.js";
import { pathLinkOf } from "../shown/path-links.js";
import type { Created } from "./created.js";
import { createUsable } from "./created-values.js";

/** The resources that the run created for links to name, by their kinds and numbers. It keeps them until its end. */
const ends = oncePerRun<string, Created | undefined>();

/** The resources that the run created for others to be linked with, by the operation that links them. */
const surroundings = oncePerRun<Operation, Created | undefined>();

/** How many resources of one kind are linked with another one: the second link leaves the first one alone. */
const ENDS = 2;

/** Resources that the run created, and that a link of an operation may name. Fewer, or none, if it can create no more. */
export async function linkEnds(context: CaseContext, operation: Operation): Promise<PathValue[]> {
  for (const kind of linkOf(context.contract, operation)?.linked ?? []) {
    const created: Created[] = [];
    for (let number = 0; number < ENDS && created.length === number; number += 1) {
      const end = await ends.get(context, `${kind.key} ${number}`, () => createUsable(context, kind));
      if (end) created.push(end);
    }
    if (created.length > 0) return created.map(({ value }) => ({ value, source: FROM_RESPONSE }));
  }
  return [];
}

/** The path of a link that does not exist yet, between two resources that the run created. Undefined if it cannot create them. */
export async function linkedPath(
  context: CaseContext,
  operation: Operation,
): Promise<readonly PathValue[] | undefined> {
  const link = operation.method === "delete" ? undefined : pathLinkOf(context.contract, operation);
  if (!link || !context.target.keepsState) return undefined;
  const [end] = await linkEnds(context, operation);
  const around = end && (await surroundings.get(context, operation, () => createUsable(context, link.around)));
  return around && end && [...around.path, end];
}
