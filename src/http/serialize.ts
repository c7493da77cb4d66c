import { serializeArrayParam, serializeObjectParam } from "openapi-fetch";
/** How a parameter is written (OpenAPI 3.1, 4.8.12.3). */
export interface ParameterStyle {
  style?: "deepObject" | "form" | "label" | "matrix" | "pipeDelimited" | "simple" | "spaceDelimited";
  explode?: boolean;
  allowReserved?: boolean;
  /** The value is written as JSON, for a parameter described by `content`. */
  json?: boolean;
}

/** Parameters that are not written in the default style of their place, by place and name: `query.tags`. */
export type Styles = Readonly<Record<string, ParameterStyle>>;

/** Writes a query by the styles of the contract (OpenAPI 3.1, 4.8.12.3). What is undefined or null is left out. */
export function serializeQuery(query: Record<string, unknown>, styles: Styles = {}): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const { style = "form", explode = style === "form", allowReserved = false, json } = styles[`query.${name}`] ?? {};
      const key = encodeURIComponent(name);
      const given = json ? JSON.stringify(value) : value;
      if (Array.isArray(given))
        return serializeArrayParam(key, given.map(plain), { style: listStyle(style), explode, allowReserved });
      if (isRecord(given))
        return serializeObjectParam(key, given, { style: objectStyle(style), explode, allowReserved });
      return `${key}=${allowReserved ? plain(given) : encodeURIComponent(plain(given))}`;
    })
    .filter(Boolean)
    .join("&");
}

/** Writes the parameters of a path into its template, by the styles of the contract. */
export function serializePath(path: string, parameters: Record<string, unknown>, styles: Styles = {}): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const { style = "simple", explode = false, json } = styles[`path.${name}`] ?? {};
    const value = json ? JSON.stringify(parameters[name]) : parameters[name];
    const options = { style: pathStyle(style), explode };
    if (Array.isArray(value)) return serializeArrayParam(name, value.map(plain), options);
    if (isRecord(value)) return serializeObjectParam(name, value, options);
    const text = encodeURIComponent(plain(value));
    return style === "label" ? `.${text}` : style === "matrix" ? `;${name}=${text}` : text;
  });
}

/** Writes a header parameter (style `simple`); header values are not percent-encoded. */
export function serializeHeader(value: unknown, { explode = false, json }: ParameterStyle = {}): string {
  if (json) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(plain).join(",");
  if (!isRecord(value)) return plain(value);
  return Object.entries(value)
    .flatMap(([key, item]) => (explode ? `${key}=${plain(item)}` : [key, plain(item)]))
    .join(",");
}

/** Writes cookie parameters as one `Cookie` header (RFC 6265, 5.4). Browsers do not let a page set it. */
export function serializeCookies(cookies: Record<string, unknown>, styles: Styles = {}): string {
  return Object.entries(cookies)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(serializeHeader(value, { json: styles[`cookie.${name}`]?.json ?? false }))}`,
    )
    .join("; ");
}

/** Writes a request body for its media type. What is no JSON and no form goes out as it is. */
export function serializeBody(body: unknown, mediaType: string): BodyInit {
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
          form.append(name, isRecord(part) ? JSON.stringify(part) : plain(part));
      }
    }
    return form;
  }
  if (isRecord(body)) throw new TypeError(`A body of ${mediaType} is given as text or binary data.`);
  return body as BodyInit;
}

function plain(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Dates and binary data are values, not records. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === "[object Object]";
}

// openapi-fetch admits fewer styles for lists than for objects; the rest have no meaning there (4.8.12.4).
type Style = NonNullable<ParameterStyle["style"]>;
function listStyle(style: Style): "form" | "pipeDelimited" | "spaceDelimited" {
  return style === "spaceDelimited" || style === "pipeDelimited" ? style : "form";
}
function objectStyle(style: Style): "deepObject" | "form" {
  return style === "deepObject" ? style : "form";
}
function pathStyle(style: Style): "label" | "matrix" | "simple" {
  return style === "label" || style === "matrix" ? style : "simple";
}
