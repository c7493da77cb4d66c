import { serializeArrayParam, serializeObjectParam } from "openapi-fetch";

/** The serialization of a parameter (OpenAPI 3.1, 4.8.12.3). */
export interface ParameterStyle {
  style?: "deepObject" | "form" | "label" | "matrix" | "pipeDelimited" | "simple" | "spaceDelimited";
  explode?: boolean;
  allowReserved?: boolean;
  /** The value is serialized as JSON, for a parameter that has `content` in place of `schema`. */
  json?: boolean;
}

/** The styles of parameters by location and name, for example `query.tags`; without an entry, the default style. */
export type Styles = Readonly<Record<string, ParameterStyle>>;

/** Serializes a query (OpenAPI 3.1, 4.8.12.3). Values that are undefined or null are left out. */
export function serializeQuery(query: Record<string, unknown>, styles: Styles = {}): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const { style = "form", explode = style === "form", allowReserved = false, json } = styles[`query.${name}`] ?? {};
      const key = encodeURIComponent(name);
      const sent = json ? JSON.stringify(value) : value;
      if (Array.isArray(sent))
        return serializeArrayParam(key, sent.map(textOf), {
          style: admitted(style, "form", "spaceDelimited", "pipeDelimited"),
          explode,
          allowReserved,
        });
      if (isRecord(sent))
        return serializeObjectParam(key, sent, {
          style: admitted(style, "form", "deepObject"),
          explode,
          allowReserved,
        });
      return `${key}=${allowReserved ? textOf(sent) : encodeURIComponent(textOf(sent))}`;
    })
    .filter(Boolean)
    .join("&");
}

/** Replaces the parameters in a path template by their values (OpenAPI 3.1, 4.8.12.3). A parameter without a value stays. */
export function serializePath(path: string, parameters: Record<string, unknown>, styles: Styles = {}): string {
  return path.replace(/\{([^{}]+)\}/g, (parameter: string, name: string) => {
    if (parameters[name] === undefined) return parameter;
    const { style = "simple", explode = false, json } = styles[`path.${name}`] ?? {};
    const value = json ? JSON.stringify(parameters[name]) : parameters[name];
    const options = { style: admitted(style, "simple", "label", "matrix"), explode };
    if (Array.isArray(value)) return serializeArrayParam(name, value.map(textOf), options);
    if (isRecord(value)) return serializeObjectParam(name, value, options);
    const text = encodeURIComponent(textOf(value));
    return style === "label" ? `.${text}` : style === "matrix" ? `;${name}=${text}` : text;
  });
}

/** Serializes a header parameter in style `simple`. Header values are not percent-encoded. */
export function serializeHeader(value: unknown, { explode = false, json }: ParameterStyle = {}): string {
  if (json) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(textOf).join(",");
  if (!isRecord(value)) return textOf(value);
  return Object.entries(value)
    .flatMap(([key, item]) => (explode ? `${key}=${textOf(item)}` : [key, textOf(item)]))
    .join(",");
}

/** Serializes cookie parameters as one `Cookie` header (RFC 6265, 5.4). Browsers ignore it when a page sets it. */
export function serializeCookies(cookies: Record<string, unknown>, styles: Styles = {}): string {
  return Object.entries(cookies)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(serializeHeader(value, { json: styles[`cookie.${name}`]?.json ?? false }))}`,
    )
    .join("; ");
}

/** The body of a `Request`. The types of the DOM have a name for it, those of Node do not. */
export type RequestContent = NonNullable<RequestInit["body"]>;

/**
 * Serializes a request body by its media type. Bodies other than JSON and forms are sent unchanged.
 *
 * @throws TypeError for an object in any other media type
 */
export function serializeBody(body: unknown, mediaType: string): RequestContent {
  if (/[/+]json\b/i.test(mediaType)) return JSON.stringify(body);
  if (isRecord(body) && mediaType.startsWith("application/x-www-form-urlencoded")) {
    return new URLSearchParams(serializeQuery(body));
  }
  if (isRecord(body) && mediaType.startsWith("multipart/form-data")) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body)) {
      for (const part of Array.isArray(value) ? value : [value]) {
        if (part instanceof Blob) form.append(name, part);
        else if (part !== undefined && part !== null)
          form.append(name, isRecord(part) ? JSON.stringify(part) : textOf(part));
      }
    }
    return form;
  }
  if (isRecord(body)) throw new TypeError(`A body of ${mediaType} must be text or binary data.`);
  return body as RequestContent;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Dates and binary data are values, not records. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** A style that openapi-fetch admits for lists, objects or paths (4.8.12.4): the first one in place of any other. */
function admitted<Style extends string>(style: string, first: Style, ...remaining: Style[]): Style {
  return remaining.find((known) => known === style) ?? first;
}
