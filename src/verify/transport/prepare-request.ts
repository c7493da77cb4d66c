import { isUtf8 } from "node:buffer";
import { octetsOf } from "#http/body/form-parts.js";
import { isNamed } from "#http/body/multipart.js";
import { AUTHORIZATION, placeCredentials, withKeys } from "#http/credentials.js";
import { isHeader } from "#http/headers.js";
import { isForm, isJson } from "#http/media-type.js";
import { acceptOf, concreteType, shapeOf } from "#http/negotiate.js";
import { type RequestContent, serializeBody } from "#http/serialize.js";
import { serializeParameters } from "#http/serialize-parameters.js";
import { isObject } from "#openapi/document/document.js";
import { jsonText, withDigitsAsText } from "#openapi/document/long-integer.js";
import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import { baseOf } from "#openapi/operations/own-server.js";
import type { SecurityScheme } from "#openapi/operations/security.js";
import type { SentRequest, ShownPart } from "../model/request/exchange.js";
import {
  type BodySpec,
  bodyMediaType,
  type CredentialMutation,
  type CredentialUse,
  type RequestSpec,
} from "../model/request/request-spec.js";
import type { Actor, Secret, Target } from "../model/target/target.js";
import { Skipped } from "../model/test-case/skipped.js";
import { withFiles } from "./files-in-form.js";
import { Placeholders } from "./placeholders.js";

/** A request that is ready to be sent, and its form without secrets. */
export interface PreparedRequest {
  /** The id of the operation. */
  operation: string;
  url: string;
  init: { method: string; headers: Headers; body: RequestContent | undefined };
  /** Whose key it has; undefined without a key, or with a changed one: then it is not signed. */
  actor: Actor | undefined;
  /** Whether it has to be rejected, so that it may be sent twice whatever its method is. */
  isToReject?: true;
  sent: SentRequest;
}

type HeaderEntry = [name: string, value: string];

/**
 * Serializes a request, its parameters in the styles of the document (Parameter Object, OpenAPI 3.1, 4.8.12).
 *
 * @throws Skipped if the document describes a request that HTTP cannot carry: a line break in a header, for example
 */
export async function prepareRequest(
  spec: RequestSpec,
  target: Addressed & Pick<Target, "credentials" | "headers">,
  schemes: Readonly<Record<string, SecurityScheme>>,
): Promise<PreparedRequest> {
  const { operation, method: otherMethod, parameters, body, credential = "own" } = spec;
  const baseUrl = permittedBase(operation, target);
  await renewed(credential, target);
  const isOpen = operation.security.length === 0 && credential === "own";
  const security = isOpen ? (spec.writtenWith ?? []) : securityFor(operation, credential);
  const place = (pick: PickKey) =>
    placeCredentials(security, schemes, keysFor(security, credential, target, schemes, pick));
  const keys = await place(keyToSend(credential));
  const placeholders = new Placeholders();
  const shown = await place((secret, name) => placeholders.for(expressionFor(credential, secret, name)));

  const method = (otherMethod ?? operation.method).toUpperCase();
  const { path, headers, query, cookie } = encoded(() => {
    const texts = parameters.map((sent) => ({ ...sent, value: withDigitsAsText(sent.value) }));
    return serializeParameters(writtenPath(operation), texts);
  });
  const urlWith = (secrets: Record<string, string>): string => {
    const search = encoded(() => query(secrets));
    return `${baseUrl}${literal(path, spec)}${search && `?${search}`}`;
  };
  const type = body && sentType(body, operation);
  const content = body && contentOf(body, type, method, operation);
  const accept = acceptOf(operation.responses, spec.only === undefined ? {} : { only: spec.only });
  // `curl` and our own client send it anyway.
  if (accept !== "*/*") headers.push(["Accept", accept]);
  if (type !== undefined && !(content instanceof FormData)) headers.push(["Content-Type", type]);
  const secretHeaders = (placed: typeof keys, pick: (secret: Secret) => string, pickKey: PickKey): HeaderEntry[] => {
    const cookies = encoded(() => cookie(placed.cookie));
    return [
      ...targetHeaders(target, credential, pick, pickKey),
      ...Object.entries(placed.headers).map(([name, value]): HeaderEntry => [name, withScheme(value, credential)]),
      ...(cookies ? [["Cookie", cookies] satisfies HeaderEntry] : []),
    ];
  };
  const allHeaders = [...headers, ...secretHeaders(keys, ({ value }) => value, keyToSend(credential))];
  requireSendable(allHeaders);
  const asShown = ({ variable }: Secret) => placeholders.for(`$${variable}`);
  const keyAsShown = (secret: Secret) => placeholders.for(expressionFor(credential, secret));
  return {
    operation: operation.id,
    url: urlWith(keys.query),
    init: { method, headers: new Headers(allHeaders), body: content },
    actor: actorOf(credential),
    ...(spec.purpose?.kind === "rejection" ? { isToReject: true } : {}),
    sent: {
      method,
      url: urlWith(shown.query),
      headers: [...headers, ...secretHeaders(shown, asShown, keyAsShown)],
      ...(await shownContent(content, body)),
      secrets: placeholders.expressions,
    },
  };
}

/** The headers of the target file. Its key is left out where another one is sent. */
function targetHeaders(
  { headers }: Pick<Target, "headers">,
  credential: CredentialUse,
  pick: (secret: Secret) => string,
  pickKey: PickKey,
): HeaderEntry[] {
  const isOwn = credential === "own" || typeof credential === "object";
  return Object.entries(headers).flatMap(([name, value]): HeaderEntry[] => {
    if (typeof value === "string") return [[name, value]];
    if (name.toLowerCase() !== AUTHORIZATION) return [[name, pick(value)]];
    return isOwn ? [[name, pickKey(value)]] : [];
  });
}

/** The parts of a target that say where requests may go. */
type Addressed = Pick<Target, "baseUrl"> & Partial<Pick<Target, "allowedOrigins" | "hasExampleData">>;

/**
 * The base URL of an operation, whose server may be another one than that of the target.
 *
 * @throws Skipped for an origin that the settings do not allow: the document alone does not decide where a key goes
 */
function permittedBase({ server }: Operation, { baseUrl, allowedOrigins, hasExampleData }: Addressed): string {
  // A server of this run alone has all operations.
  if (hasExampleData) return baseUrl;
  const base = baseOf(server, baseUrl);
  if (base === baseUrl) return baseUrl;
  const { origin } = new URL(base);
  if (origin !== new URL(baseUrl).origin && !allowedOrigins?.has(origin)) {
    throw new Skipped(`its server is ${origin}: allow it in the target file (allowedOrigins)`);
  }
  return base;
}

/** The path with the characters that a request leaves unencoded. */
function literal(path: string, { literalAt, literalPercent }: RequestSpec): string {
  const withAt = literalAt ? path.replaceAll("%40", "@") : path;
  return literalPercent ? withAt.replaceAll("%25", "%") : withAt;
}

/** Gets new tokens for those that are about to end. @throws Skipped if their server provides none */
async function renewed(credential: CredentialUse, { credentials }: Pick<Target, "credentials">): Promise<void> {
  if (credential === "none") return;
  const held = typeof credential === "object" ? credentials.own : credentials[credential];
  for (const secret of new Set(Object.values(held ?? {}))) await secret.renew?.();
}

/** The keys of a credential, by the name of their security scheme. */
function keysFor(
  security: readonly (readonly string[])[],
  credential: CredentialUse,
  { credentials }: Pick<Target, "credentials">,
  schemes: Readonly<Record<string, SecurityScheme>>,
  pick: PickKey,
): Record<string, () => string> {
  if (credential === "none") return {};
  const held = typeof credential === "object" ? credentials.own : credentials[credential];
  if (!held) return {};
  const hasOther = security.some((names) => names.length > 0 && names.every((name) => schemes[name]?.type !== "basic"));
  return Object.fromEntries(
    Object.entries(schemes).flatMap(([name, { type }]) => {
      const any = held["*"];
      // Without a colon, it is not a user with a password (RFC 7617, 2), but the key of another scheme of the operation.
      const fits = type !== "basic" || !hasOther || any?.value.includes(":");
      const secret = held[name] ?? (fits ? any : undefined);
      // A function, because an empty key is sent too, and an empty text would mean that there is none.
      return secret ? [[name, () => pick(secret, name)]] : [];
    }),
  );
}

/** Whose key a credential is; undefined without a key, or for one that has to be rejected. */
function actorOf(credential: CredentialUse): Actor | undefined {
  if (typeof credential === "object") return credential.isValid ? "own" : undefined;
  return credential === "none" ? undefined : credential;
}

/** The security schemes whose keys the team under test sends with a request. Keys that have to be rejected are none of them. */
export function sentSchemes(
  { operation, credential = "own" }: RequestSpec,
  target: Pick<Target, "credentials">,
  schemes: Readonly<Record<string, SecurityScheme>>,
): readonly string[] {
  if (actorOf(credential) !== "own") return [];
  const security = withKeys(securityFor(operation, credential), schemes);
  const keys = keysFor(security, credential, target, schemes, ({ value }) => value);
  return security.find((names) => names.every((name) => keys[name])) ?? [];
}

/** The text of a key, by the name of its security scheme; undefined for a header of the target file. */
type PickKey = (secret: Secret, name?: string) => string;

/** The security requirements, of which a request may have those alone whose key is changed, or lack this key. */
function securityFor({ security }: Operation, credential: CredentialUse): readonly (readonly string[])[] {
  const only = typeof credential === "object" ? credential.only : undefined;
  if (typeof credential !== "object" || only === undefined) return security;
  return security
    .filter((names) => names.includes(only))
    .map((names) => names.filter((name) => name !== only || !credential.isLeftOut));
}

/** Whether a mutation changes the key of a scheme. */
function changes(credential: CredentialUse, name: string | undefined): credential is CredentialMutation {
  return typeof credential === "object" && (credential.only === undefined || credential.only === name);
}

function keyToSend(credential: CredentialUse): PickKey {
  return ({ value }, name) => (changes(credential, name) ? credential.apply(value) : value);
}

/** The key that is sent, as a shell expression. */
function expressionFor(credential: CredentialUse, { variable }: Secret, name?: string): string {
  return changes(credential, name) ? credential.show(variable) : `$${variable}`;
}

function withScheme(value: string, credential: CredentialUse): string {
  if (typeof credential !== "object" || credential.scheme === undefined) return value;
  return value.replace(/^\S+ */, credential.scheme && `${credential.scheme} `);
}

/** @throws Skipped for half of a surrogate pair, which percent-encoding cannot write (RFC 3986, 2.5) */
function encoded<Text>(serialize: () => Text): Text {
  try {
    return serialize();
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new Skipped("a value holds half of a surrogate pair, which a URL cannot carry");
  }
}

/** @throws Skipped for a header that is not a token with visible characters (RFC 9110, 5.1 and 5.5) */
function requireSendable(headers: readonly HeaderEntry[]): void {
  for (const [name, value] of headers) {
    if (isHeader(name, value)) continue;
    throw new Skipped(`the header ${jsonText(name)} holds a character that HTTP cannot carry`);
  }
}

/** The media type of a body. That of the document may be a range; undefined for a body that is sent without one. */
function sentType(body: BodySpec, operation: Operation): string | undefined {
  if (body.type === undefined) return undefined;
  const described = bodyMediaType(operation, body);
  const isText = "value" in body && typeof body.value === "string";
  const isContent = "value" in body && body.content !== undefined;
  const shape = isText || isContent ? shapeOf(described?.schema) : "structured";
  const given = isContent && body.content instanceof Blob ? body.content.type : "";
  return concreteType(body.type, shape, given);
}

/** @throws Skipped if the body cannot be serialized for its media type, or sent with the method */
function contentOf(body: BodySpec, sent: string | undefined, method: string, operation: Operation): RequestContent {
  if (method === "GET" || method === "HEAD") throw new Skipped(`${method} requests with a body cannot be sent`);
  // The client adds a media type to a text, and none to bytes.
  if ("text" in body) return sent === undefined ? new TextEncoder().encode(body.text) : body.text;
  const { type, value, content } = body;
  if (content !== undefined) return content;
  if (sent === undefined || (!isJson(sent) && !isForm(sent) && isObject(value))) {
    throw new Skipped(`an object cannot be serialized as ${type}`);
  }
  const described = bodyMediaType(operation, body);
  if (sent !== undefined && isJson(sent)) return jsonText(value);
  return serializeBody(withFiles(withDigitsAsText(value), described?.encoding), sent, described?.encoding);
}

/** A part of a form as a text. Where the bytes of a file are not one, each character stands for a byte. */
async function shownPart([name, value]: [string, FormDataEntryValue]): Promise<ShownPart> {
  if (typeof value === "string") return { name, content: value, filename: undefined, type: undefined };
  const bytes = await value.bytes();
  const { type } = value;
  // A Blob has this name in a form. Its part has none: `multipartBytes`.
  const filename = isNamed(value) ? value.name : undefined;
  return isUtf8(bytes)
    ? { name, content: Buffer.from(bytes).toString(), filename, type }
    : { name, content: octetsOf(bytes), isBytes: true, filename, type };
}

async function shownContent(
  content: RequestContent | undefined,
  body: BodySpec | undefined,
): Promise<Pick<SentRequest, "body" | "isBytes" | "form">> {
  if (content === undefined || typeof content === "string") return { body: content };
  const isFile = body !== undefined && "value" in body && body.content !== undefined;
  if (isFile && content instanceof Uint8Array) return { body: octetsOf(content), isBytes: true };
  if (content instanceof URLSearchParams) return { body: content.toString() };
  if (content instanceof FormData) {
    return { body: undefined, form: await Promise.all([...content].map(shownPart)) };
  }
  return { body: body && ("text" in body ? body.text : jsonText(body.value)) };
}
