import uris from "ajv/dist/runtime/uri.js";
import type { UriResolver } from "ajv/dist/types/index.js";

const { parse, resolve, serialize } = uris.default;

/**
 * Resolves URI references for Ajv (RFC 3986, 5.2). Ajv looks for `$id` in the whole document, and an example may have
 * one that is not a URI: `http://{yourDomain}/schemas/log`. Such a text stays as it is, and no reference leads to it.
 * The type is stated, because the inferred one is of a package below Ajv, which a declaration cannot name.
 */
export const LENIENT_URIS: UriResolver = {
  parse,
  serialize,
  resolve(base: string, reference: string): string {
    try {
      return resolve(base, reference);
    } catch {
      return reference;
    }
  },
};
