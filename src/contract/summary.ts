import type { Environment, Observation, UndocumentedField } from "./environment.js";

/** What a run learned besides the outcomes of its cases. */
export interface Summary {
  requests: number;
  observed: Observation[];
  undocumented: UndocumentedField[];
  /** What was created and could not be removed. */
  leftovers: string[];
}

export const NOTHING: Summary = { requests: 0, observed: [], undocumented: [], leftovers: [] };

export function summaryOf({ requests, observations, undocumented, leftovers }: Environment): Summary {
  return { requests, observed: [...observations], undocumented: [...undocumented], leftovers: [...leftovers] };
}
