import { type Secret, type Secrets, secretsOf } from "../../model/target/target.js";
import { SecretIndex } from "./secret-index.js";

/**
 * Replaces secrets by the names of their variables, in every encoding that a debug echo is likely to use. They may be
 * escaped for JSON (also twice, and as `\u0061`), a URL, HTML or a JSON pointer. They may be in hexadecimal, in Base64, in
 * the other case, or without their first or last characters.
 */
export function redact(text: string, secrets: Secrets): string {
  return prepared(secrets).replaceIn(text);
}

/** Adds a secret to those that `redact` replaces. The secrets themselves stay as they are. */
export function addSecret(secrets: Secrets, secret: Secret): void {
  prepared(secrets).add(secret);
}

const indexes = new WeakMap<Secrets, { count: number; index: SecretIndex }>();

function prepared(secrets: Secrets): SecretIndex {
  const all = secretsOf(secrets);
  const known = indexes.get(secrets);
  // A token that was renewed is one more secret.
  if (known?.count === all.length) return known.index;
  const index = new SecretIndex();
  for (const secret of all) index.add(secret);
  indexes.set(secrets, { count: all.length, index });
  return index;
}
