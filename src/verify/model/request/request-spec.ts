import type { RequestContent } from "#http/serialize.js";
import type { Json } from "#openapi/document/document.js";
import { parseWithDigits } from "#openapi/document/long-integer.js";
import type { MediaType, Operation, Parameter } from "#openapi/operations/operation.js";
import { withoutFiles } from "#statements/files.js";
import type { Actor } from "../target/target.js";

/** Where a value of a request comes from. */
export type ValueSource =
  /** An example of the document, by its key. */
  | { kind: "example"; key: string }
  /**
   * A setting of the target file. A consumable value is one of a list, each is used once, and an earlier run may have
   * used it.
   */
  | { kind: "target-file"; setting: string; consumable: boolean }
  /** The provision module. */
  | { kind: "provision" }
  /** A list of the target that was read in this run. */
  | { kind: "list"; operation: string }
  /** A response of this run, to the same test case or to the creation of a resource for it. */
  | { kind: "response" }
  /** Generated in this run. `identifies: "nothing"`: so that certainly no resource has it, which the gate relies on. */
  | { kind: "generated"; identifies?: "nothing" };

export const GENERATED: ValueSource = { kind: "generated" };
export const FROM_RESPONSE: ValueSource = { kind: "response" };

/** Whether the team gives a value, by the target file or the provision module. */
export function isGivenByTeam({ source: { kind } }: { source: ValueSource }): boolean {
  return kind === "target-file" || kind === "provision";
}

/** Whether a value certainly identifies nothing. */
export function identifiesNothing({ source }: { source: ValueSource }): boolean {
  return source.kind === "generated" && source.identifies === "nothing";
}

/** A value for a parameter. */
export interface ParameterValue {
  parameter: Parameter;
  value: Json;
  source: ValueSource;
}

/** A value of a path parameter, by its position. */
export interface PathValue {
  value: Json;
  source: ValueSource;
}

/**
 * A body: a value that is serialized for its media type, or text that is sent as it is. JSON has no bytes, so a body of files
 * has its serialized content too.
 */
export type BodySpec =
  | { type: string; value: Json; source: ValueSource; content?: RequestContent }
  | { type: string | undefined; text: string; source: ValueSource };

/** A change of a valid key before it is sent. */
export interface CredentialMutation {
  apply(key: string): string;
  /** The same in a shell: `$KEY` becomes `${KEY}x`. */
  show(variable: string): string;
  /** Replaces `Bearer` before the key; nothing stands before the key if it is empty. */
  scheme?: string;
  /** The name of the security scheme whose key is changed (default: all). The other keys of the request stay. */
  only?: string;
  /** Leaves out the key of that security scheme. */
  isLeftOut?: boolean;
  /** Whether the key of that scheme is as it was: it only stands in another place than usual. */
  isValid?: boolean;
}

/** The credential of a request: an actor's key, the own key after a mutation, or none. */
export type CredentialUse = Actor | CredentialMutation | "none";

/** A lesson of the run from the outcome of a request. */
export type Purpose =
  /** Whether the target accepts it, after others were rejected: then further requests are like it. */
  | { kind: "base"; varies: "body" | "parameters" }
  /** Whether the target accepts an example of the document. `mayLackData`: its rejection may have another reason. */
  | { kind: "example"; key: string; place: string; mayLackData: boolean }
  /** Whether the target rejects it. A rejection changes nothing: after a closed connection, it is sent again. */
  | { kind: "rejection" };

/** A request before it is serialized. */
export interface RequestSpec {
  operation: Operation;
  /** Sent in place of the operation's own method. */
  method?: string;
  parameters: readonly ParameterValue[];
  /** Leaves `@` in the path unencoded, as RFC 3986 (3.3) permits. */
  literalAt?: boolean;
  /** Leaves `%` in the path unencoded, so that a value may be malformed (RFC 3986, 2.1). */
  literalPercent?: boolean;
  body?: BodySpec | undefined;
  /** The documented media type of a success that the request asks for alone (default: all of them). */
  only?: string;
  /** A lesson from its outcome beside those from every request (default: none). */
  purpose?: Purpose;
  /** Default: `own`. */
  credential?: CredentialUse;
  /**
   * The security of the operation that wrote the resource, for one that needs no key. A server may show a resource to its
   * owner in another way than to everybody.
   */
  writtenWith?: Operation["security"];
}

/** The method of a request, in lower case. */
export function methodOf({ operation, method = operation.method }: Pick<RequestSpec, "operation" | "method">): string {
  return method.toLowerCase();
}

/**
 * The settings of the target file that a request relies on, and that no response can prove. One says that a value exists,
 * another whose a key is.
 */
export function assumptionsOf({ parameters, body, credential = "own" }: RequestSpec): string[] {
  const isOther = typeof credential === "string" && credential !== "own" && credential !== "none";
  const settings = [...parameters, ...(body ? [body] : [])].flatMap(({ source }) =>
    source.kind === "target-file" ? [source.setting] : [],
  );
  return [...(isOther ? [`credentials.${credential}`] : []), ...settings];
}

/** The value of a body, also of a body that is sent as text; undefined if that is not JSON. */
export function bodyValue({ body }: RequestSpec): Json | undefined {
  if (!body) return undefined;
  if ("value" in body) return body.value;
  try {
    return parseWithDigits(body.text);
  } catch {
    return undefined;
  }
}

/** The value of the body that was serialized for its media type. Undefined for a body that is sent as text. */
export function structuredBody({ body }: Pick<RequestSpec, "body">): Json | undefined {
  return body && "value" in body ? body.value : undefined;
}

/** The media type of the document that describes a body; undefined without one. */
export function bodyMediaType(
  { requestBody }: Operation,
  body: Pick<BodySpec, "type"> | undefined,
): MediaType | undefined {
  return body && requestBody?.content.find(({ name }) => name === body.type);
}

/** The value of a body as a resource may show it: without the files of a form. A server shows an address or a name of those. */
export function shownBody({ operation, body }: RequestSpec): Json | undefined {
  const value = structuredBody({ body });
  return value === undefined || body?.type === undefined ? value : withoutFiles(operation, body.type, value);
}
