import { overlap } from "#openapi/document/pointer.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";

/** Whether the document allows a varied request, forbids it, or leaves it open. */
export type Permission = "allowed" | "forbidden" | "open";

/** A change of one part of a request that the document allows. */
export interface Variation {
  /** In words, as the object of a verb: `limit maximum 100`, `limit below the minimum`, `the character NUL in name`. */
  what: string;
  /** As `what`, without a generated value (default: it has none). */
  plain?: string;
  /** The part, as a JSON pointer (`/query/limit`, `/body/guest/name`), or a name of its own. */
  part: string;
  permission: Permission;
  /** The value, if programs refuse it in any part: `the character NUL`. */
  anywhere?: string;
  /** The part that it spells otherwise, where each spelling is a part that is searched for itself. */
  spellingOf?: string;
  /** Changes of the same part that have less of it, to find what a server fails for (default: none). */
  simpler?: readonly Variation[];
  /** Puts it into a request. Returns undefined if it cannot stand there. */
  apply(request: RequestSpec): RequestSpec | undefined;
}

/** The request with several variations; undefined if they cannot stand in it together. */
export function varied(request: RequestSpec, variations: readonly Pick<Variation, "apply">[]): RequestSpec | undefined {
  return variations.reduce<RequestSpec | undefined>((changed, each) => changed && each.apply(changed), request);
}

/** Whether two variations change the same part, or one of them a part of the other's. */
export function areOfOnePart(one: Pick<Variation, "part">, other: Pick<Variation, "part">): boolean {
  return overlap(one.part, other.part);
}
