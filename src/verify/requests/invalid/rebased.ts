import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "#openapi/document/document.js";

/** An invalid value that was made of a sample, and the valid value that it is to differ from. */
interface Rebase {
  invalid: Json;
  sample: Json | undefined;
  /** The value that the target accepts. */
  valid: Json | undefined;
}

/**
 * The invalid value as a change of the valid one. Where it equals the sample, it has the values of the valid one. It also
 * has the fields that only the valid one has. So the violation is the only reason to reject it.
 */
export function rebased({ invalid, sample, valid }: Rebase): Json {
  if (valid !== undefined && isDeepStrictEqual(invalid, sample)) return valid;
  if (Array.isArray(invalid) && Array.isArray(sample) && Array.isArray(valid)) {
    const isAlike = invalid.length === sample.length && invalid.length === valid.length;
    return isAlike
      ? invalid.map((item, index) => rebased({ invalid: item, sample: sample[index], valid: valid[index] }))
      : invalid;
  }
  if (!isObject(invalid) || !isObject(valid)) return invalid;
  const old = isObject(sample) ? sample : {};
  const changed = Object.entries(invalid).flatMap(([name, value]): [string, Json][] => {
    // The valid body may lack a field of the sample that would name a resource.
    if (!Object.hasOwn(valid, name) && Object.hasOwn(old, name) && isDeepStrictEqual(value, old[name])) return [];
    return [[name, rebased({ invalid: value, sample: old[name], valid: valid[name] })]];
  });
  const added = Object.entries(valid).filter(([name]) => !Object.hasOwn(invalid, name) && !Object.hasOwn(old, name));
  return Object.fromEntries([...changed, ...added]);
}
