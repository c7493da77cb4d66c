import { CallFailure } from "./failure.js";

/**
 * The result of a call: a success (`ok` is true), a documented error (`ok` is false, `failure` is null), or a failure, which says why
 * there is neither. `error` is the documented body of an error, and null for a failure; `body` is whatever arrived. `status` narrows
 * `data` and `error`.
 *
 * @template Data the data of a success, or `ByStatus` if statuses have different ones
 * @template Problem the same for documented errors
 * @template Keys the documented statuses and ranges
 */
export type Result<Data, Problem, Keys> =
  | Answers<Data, Problem, Keys, Keys>
  | Undocumented<Exclude<Range<Hundreds>, Covered<Keys>>>
  | Failed;

/** The result of an operation. */
export type ResultOf<Operation, Accepted = never> = Result<
  DataOf<Operation, Accepted>,
  ErrorOf<Operation>,
  KeysOf<Operation>
>;

/** A response that the contract documents: a success or an error. */
export type Answer<Operation> = Answers<DataOf<Operation>, ErrorOf<Operation>, KeysOf<Operation>, KeysOf<Operation>>;

/** The data of a success. */
export type Data<Operation> = Extract<Answer<Operation>, { ok: true }>["data"];

declare const bodies: unique symbol;

/** Bodies that differ by status: `ByStatus<{ 404: Missing; 422: Invalid }>`. Only a type: no value has it. */
export interface ByStatus<Bodies> {
  readonly [bodies]: Bodies;
}

/** The statuses and ranges that an operation documents. */
export type KeysOf<Operation> = Operation extends { responses: infer Responses } ? keyof Responses : never;

/**
 * The data of the successes of an operation.
 *
 * @template Accepted the media type that is asked for (default: JSON, where it is documented)
 */
export type DataOf<Operation, Accepted = never> = Operation extends { responses: infer Responses }
  ? Uniform<{
      [Key in keyof Responses as [Extract<Statuses<Key, keyof Responses>, Range<2>>] extends [never]
        ? never
        : Key]: Content<Responses[Key], Accepted>;
    }>
  : never;

/** The bodies of the documented errors of an operation. */
export type ErrorOf<Operation> = Operation extends { responses: infer Responses }
  ? Uniform<{
      [Key in keyof Responses as [Exclude<Statuses<Key, keyof Responses>, Range<2>>] extends [never]
        ? never
        : Key]: Content<Responses[Key], never>;
    }>
  : never;

/** One type, if all members have it, so that editors show its name. */
type Uniform<Bodies> = [
  { [Key in keyof Bodies]: IsSame<Bodies[Key], Bodies[keyof Bodies]> extends true ? never : Key }[keyof Bodies],
] extends [never]
  ? Bodies[keyof Bodies]
  : ByStatus<Bodies>;

type IsSame<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

type At<Bodies, Key> = [Bodies] extends [ByStatus<infer Members>]
  ? Key extends keyof Members
    ? Members[Key]
    : never
  : Bodies;

type Answers<Data, Problem, Key, Keys> = Key extends unknown
  ?
      | Success<Extract<Statuses<Key, Keys>, Range<2>>, At<Data, Key>>
      | DocumentedError<Exclude<Statuses<Key, Keys>, Range<2>>, At<Problem, Key>>
  : never;

/** A response whose status the contract does not document. */
export type Undocumented<Status> = [Status] extends [never]
  ? never
  : {
      ok: false;
      status: Status;
      error: null;
      failure: CallFailure;
      /** The body: parsed if it is JSON, else text. */
      body: unknown;
      response: Response;
    };

/** A call without a response that can be read; `failure` says why. */
export interface Failed {
  ok: false;
  status: null;
  error: null;
  failure: CallFailure;
  body: unknown;
  response: Response | null;
}

type Success<Status, Body> = [Status] extends [never]
  ? never
  : {
      ok: true;
      status: Status;
      data: Body;
      error?: undefined;
      failure?: undefined;
      body?: undefined;
      response: Response;
    };

type DocumentedError<Status, Body> = [Status] extends [never]
  ? never
  : {
      ok: false;
      status: Status;
      error: Body;
      failure: null;
      /** The body, also if the contract describes none: parsed if it is JSON, else text. */
      body: unknown;
      response: Response;
    };

/** The body: of the media type that is asked for, else JSON if it is documented, else any. Undefined if none is described. */
type Content<Described, Accepted> = Described extends { content: infer Media }
  ? [Accepted] extends [never]
    ? [JsonName<Media>] extends [never]
      ? BodyOf<Media, keyof Media>
      : Media[JsonName<Media>]
    : BodyOf<Media, Accepted & keyof Media>
  : undefined;

/** Names of JSON, and ranges that are written as JSON, where the schema is not a file. */
type JsonName<Media> = {
  [Name in keyof Media]: Lowercase<Name & string> extends JsonText
    ? Name
    : Lowercase<Name & string> extends "*/*" | "application/*"
      ? [Media[Name]] extends [Blob]
        ? never
        : Name
      : never;
}[keyof Media];

type JsonText = `${string}/json` | `${string}+json` | `${string}/json;${string}` | `${string}+json;${string}`;

type BodyOf<Media, Name extends keyof Media> =
  Name extends JsonName<Media> ? Media[Name] : Lowercase<Name & string> extends `text/${string}` ? string : Blob;

/** The media types of the successes of an operation, of which a call may ask for one; never if there is only one. */
export type Accepts<Operation> = Operation extends { responses: infer Responses }
  ? Several<
      {
        [Key in keyof Responses]: [Extract<Statuses<Key, keyof Responses>, Range<2>>] extends [never]
          ? never
          : Responses[Key] extends { content: infer Media }
            ? keyof Media
            : never;
      }[keyof Responses]
    >
  : never;

type Several<Names, All = Names> = Names extends unknown ? ([All] extends [Names] ? never : Names) : never;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Hundreds = 1 | 2 | 3 | 4 | 5;
type ToNumber<Text> = Text extends `${infer Value extends number}` ? Value : never;
type Range<First extends Hundreds> = ToNumber<`${First}${Digit}${Digit}`>;

/** A range covers the statuses that are not documented exactly; `default` covers those that no other key covers. */
type Statuses<Key, Keys> = Key extends number
  ? Key
  : Key extends `${infer First extends Hundreds}XX`
    ? Exclude<Range<First>, Extract<Keys, number>>
    : Key extends "default"
      ? Exclude<HasSuccess<Keys> extends true ? Exclude<Range<Hundreds>, Range<2>> : Range<Hundreds>, Covered<Keys>>
      : never;

type Covered<Keys, Key = Keys> = Key extends "default" ? never : Statuses<Key, Keys>;
type HasSuccess<Keys> = [Extract<Covered<Keys>, Range<2>>] extends [never] ? false : true;

/** The result of any operation, for code that works with all operations. */
export type AnyResult =
  | {
      ok: true;
      status: number;
      data: unknown;
      error?: undefined;
      failure?: undefined;
      body?: undefined;
      response: Response;
    }
  | { ok: false; status: number; error: unknown; failure: CallFailure | null; body: unknown; response: Response }
  | Failed;

/** The method and the URL of the call that got a response, for messages. */
export const calls = new WeakMap<Response, string>();

/**
 * Returns the data of a success.
 *
 * @throws CallFailure for any other result; for a documented error it has the name `ErrorResponse`, `status` and `body`
 */
export function unwrap<T extends AnyResult>(result: T): Extract<T, { ok: true }>["data"] {
  if (result.ok) return result.data;
  if (result.failure) throw result.failure;
  const { status, body, response } = result;
  throw new CallFailure(
    "ErrorResponse",
    calls.get(response) ?? withoutQuery(response.url),
    `the response has status ${status}${detailOf(body)}`,
    { status, response, body },
  );
}

/** The reason that a server gives for an error, as the end of a sentence: `detail` or `title` of a problem (RFC 9457), or a usual field. */
export function detailOf(body: unknown): string {
  const fields: Record<string, unknown> = Object(body);
  const detail = fields.detail ?? fields.title ?? fields.message ?? fields.error;
  return typeof detail === "string" ? `: ${detail.slice(0, 200)}` : ".";
}

/** A URL without its query and user information, which may contain a key. */
export function withoutQuery(url: string): string {
  return url.replace(/(?<=^\w+:\/\/)[^/@]*@|[?#].*$/gs, "");
}
