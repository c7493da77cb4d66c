import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { sendJson } from "../send-json.js";

/**
 * The document of a running Directus, which has the collections that exist. Two facts about its key are corrected, and
 * nothing else:
 *
 * - Its scheme `Auth` is a key in the header `Authorization`, whose value is `Bearer TOKEN`. `verify` accepts no key with a
 *   space, so the scheme becomes what it is: HTTP bearer.
 * - Most operations state no security, although they reject requests without a key. `verify` then sends none, and all of
 *   the data is out of its reach. So the document as a whole requires the key.
 */
export async function directusDocument(url: string, token: string): Promise<OpenApiDocument> {
  const document = asObject(await sendJson(`${url}/server/specs/oas`, { token }));
  const components = asObject(document.components);
  const securitySchemes = { ...asObject(components.securitySchemes), Auth: { type: "http", scheme: "bearer" } };
  return { ...document, security: [{ Auth: [] }], components: { ...components, securitySchemes } };
}
