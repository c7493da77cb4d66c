import { plainName } from "../names.js";

/** Names of fields whose values change with each change of a resource, as plain names. */
const TOKENS = [
  ...["checksum", "etag", "lockversion", "rowversion", "resourceversion"],
  ...["concurrencytoken", "concurrencystamp", "versiontoken"],
];

/** Whether a change names its base version by a field of this name. Afterwards, the field shows another version. */
export function isVersionToken(name: string): boolean {
  return TOKENS.includes(plainName(name));
}
