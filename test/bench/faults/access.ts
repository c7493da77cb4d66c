import { asObject } from "#openapi/document/document.js";
import type { Subject } from "./subjects.js";

/** How tools send the key of a subject. */
export interface Access {
  /** The name of the security scheme. */
  scheme: string;
  kind: "bearer" | "basic" | "apiKey";
  /** As given: `user:password` for HTTP Basic. */
  key: string;
  /** The header's name. */
  header: string;
  /** The key as the scheme sends it, without the name of the scheme: Base64 for HTTP Basic. */
  token: string;
  /** The whole header, as `Name: value`. */
  headerLine: string;
}

/** The access by the one security scheme of a subject: HTTP Bearer, HTTP Basic, or a key in a header. */
export function accessTo({ document, key }: Pick<Subject, "document" | "key">): Access {
  const [[scheme, described] = ["", null]] = Object.entries(asObject(asObject(document.components).securitySchemes));
  const { type, scheme: method, name } = asObject(described);
  if (type === "apiKey") {
    return { scheme, kind: "apiKey", key, header: String(name), token: key, headerLine: `${name}: ${key}` };
  }
  const isBasic = method === "basic";
  const token = isBasic ? Buffer.from(key).toString("base64") : key;
  const headerLine = `Authorization: ${isBasic ? "Basic" : "Bearer"} ${token}`;
  return { scheme, kind: isBasic ? "basic" : "bearer", key, header: "Authorization", token, headerLine };
}
