import type { RequestSpec } from "#verify/model/request/request-spec.js";

/** An unusual change of one part of a request. Any response to it is right that is not a server error. */
export interface Probe {
  /** The part, as a JSON pointer: `/query/limit`, `/body/guest/name`. */
  part: string;
  /** The parameter, where its spellings are parts that are searched each for itself. */
  parameter?: string;
  /** As the object of a verb: `the character NUL in name`. */
  what: string;
  /** The value, if programs refuse it in any part: `the character NUL`. */
  value?: string;
  /** Changes of the same part that have less of it, to find what a server fails for. */
  simpler: readonly Probe[];
  apply(request: RequestSpec): RequestSpec;
}

/** Probes that are sent in one request. */
export interface ProbeRound {
  probes: readonly Probe[];
  /**
   * Whether a request that is rejected is sent again in parts. The document allows each probe, so few servers reject one,
   * and the rejection hides the others.
   */
  isAllowed: boolean;
}

/** The request with several probes. */
export function withProbes(request: RequestSpec, probes: readonly Probe[]): RequestSpec {
  return probes.reduce((changed, probe) => probe.apply(changed), request);
}

/** Probes by their turn: the first one of each part in one round, then the second ones. */
export function inRounds(byPart: readonly (readonly Probe[])[]): ProbeRound[] {
  const most = Math.max(0, ...byPart.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => ({
    probes: byPart.flatMap((probes) => probes[turn] ?? []),
    isAllowed: true,
  }));
}
