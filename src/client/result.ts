import { CallFailure } from "./failure.js";

/**
 * The result of a call. A success has `ok: true`, a documented error `ok: false` without a failure. Otherwise, `failure`
 * says why there is neither. `error` is the documented body of an error, and null for a failure. Without success, `body` is
 * whatever arrived. `status` narrows `data` and `error`.
 *
 * @template Data the data of a success, or `ByStatus` if statuses have different ones
 * @template Problem the same for documented errors
 * @template Keys the documented statuses and ranges, or `Headed` if responses have documented headers
 */
export type Result<Data, Problem, Keys> = Responses<Data, Problem, Keys> | Failed;

// A case of its own for headers: TypeScript 5.9 compares results that have them less deeply.
type Responses<Data, Problem, Keys> = [Keys] extends [Headed<infer Fields>]
  ? Received<Data, Problem, keyof Fields, Keys>
  : Received<Data, Problem, Keys, never>;

type Received<Data, Problem, Statuses, Keys> =
  | Answers<Data, Problem, Statuses, Statuses, Keys>
  | Undocumented<Exclude<Range<Hundreds>, Covered<Statuses>>>;

/** The result of an operation. */
export type ResultOf<Operation, Accepted = never> = Result<
  DataOf<Operation, Accepted>,
  ErrorOf<Operation>,
  KeysOf<Operation>
>;

/** A response that the contract documents: a success or an error. */
export type Answer<Operation> = Answers<
  DataOf<Operation>,
  ErrorOf<Operation>,
  StatusesIn<KeysOf<Operation>>,
  StatusesIn<KeysOf<Operation>>,
  KeysOf<Operation>
>;

/** The data of a success. */
export type Data<Operation> = Extract<Answer<Operation>, { ok: true }>["data"];

declare const bodies: unique symbol;

/** Bodies that differ by status: `ByStatus<{ 404: Missing; 422: Invalid }>`. Only a type: no value has it. */
export interface ByStatus<Bodies> {
  readonly [bodies]: Bodies;
}

declare const fields: unique symbol;

/** Statuses with the documented headers of their responses: `Headed<{ 200: { "X-Total": number } }>`. Only a type: no value has it. */
export interface Headed<Fields> {
  readonly [fields]: Fields;
}

/** The statuses and ranges that an operation documents. */
export type KeysOf<Operation> = Operation extends { responses: infer Responses }
  ? [Extract<Responses[keyof Responses], { headers: unknown }>] extends [never]
    ? keyof Responses
    : Headed<{
        [Key in keyof Responses]: Responses[Key] extends { headers: infer Fields } ? Fields : unknown;
      }>
  : never;

type StatusesIn<Keys> = Keys extends Headed<infer Fields> ? keyof Fields : Keys;

/**
 * The data of the successes of an operation.
 *
 * @template Accepted the media type that is asked for (default: JSON, where it is documented)
 */
export type DataOf<Operation, Accepted = never> = Operation extends { responses: infer Responses }
  ? Uniform<{
      [Key in keyof Responses as [Successful<Key, keyof Responses>] extends [never] ? never : Key]: Content<
        Responses[Key],
        Accepted
      >;
    }>
  : never;

/** The bodies of the documented errors of an operation. */
export type ErrorOf<Operation> = Operation extends { responses: infer Responses }
  ? Uniform<{
      [Key in keyof Responses as [Exclude<Statuses<Key, keyof Responses>, Successful<Key, keyof Responses>>] extends [
        never,
      ]
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

type Answers<Data, Problem, Key, All, Keys> = Key extends unknown
  ?
      | Success<Successful<Key, All>, At<Data, Key>, Responded<Keys, Key>>
      | DocumentedError<Exclude<Statuses<Key, All>, Successful<Key, All>>, At<Problem, Key>, Responded<Keys, Key>>
  : never;

/** The response to a key, with the documented headers: `response.headers.get("X-Total")` is the text of a number. */
type Responded<Keys, Key> = [Keys] extends [Headed<infer Fields>]
  ? Key extends keyof Fields
    ? unknown extends Fields[Key]
      ? Response
      : { readonly headers: DocumentedHeaders<Fields[Key]> & Headers } & Response
    : Response
  : Response;

interface DocumentedHeaders<Fields> {
  /** The text of a documented header. Null only if it may be absent. */
  get<Name extends keyof HeaderTexts<Fields>>(name: Name): HeaderTexts<Fields>[Name];
}

/** Names of headers have no letter case (RFC 9110, 5.1). */
type HeaderTexts<Fields> = {
  [Name in keyof Fields & string as Name | Lowercase<Name>]-?: Record<never, never> extends Pick<Fields, Name>
    ? HeaderText<NonNullable<Fields[Name]>> | null
    : HeaderText<NonNullable<Fields[Name]>>;
};

type HeaderText<Value> = Value extends string | number | boolean | bigint ? `${Value}` : string;

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

type Success<Status, Body, Responded> = [Status] extends [never]
  ? never
  : {
      ok: true;
      status: Status;
      data: Body;
      error?: undefined;
      failure?: undefined;
      body?: undefined;
      response: Responded;
    };

type DocumentedError<Status, Body, Responded> = [Status] extends [never]
  ? never
  : {
      ok: false;
      status: Status;
      error: Body;
      failure: null;
      /** The body, also if the contract describes none: parsed if it is JSON, else text. */
      body: unknown;
      response: Responded;
    };

/** The body: of the media type that is asked for, else JSON if it is documented, else any. Undefined if none is described. */
type Content<Described, Accepted> = Described extends { content: infer Media }
  ? [Accepted] extends [never]
    ? [JsonName<Media>] extends [never]
      ? BodyOf<Media, keyof Media>
      : Media[JsonName<Media>]
    : BodyOf<Media, Accepted & keyof Media>
  : undefined;

/** Names of JSON, and names of any type, which is written as JSON, where the schema is not a file. */
type JsonName<Media> = {
  [Name in keyof Media]: KindOf<Lowercase<Name & string>> extends "other"
    ? never
    : [KindOf<Lowercase<Name & string>>, Media[Name]] extends ["any", Blob]
      ? never
      : Name;
}[keyof Media];

/** A name without a slash is not a media type, so it describes any. */
type KindOf<Name extends string> = Name extends JsonText
  ? "json"
  : Name extends "*/*" | "application/*"
    ? "any"
    : Name extends `${string}/${string}`
      ? "other"
      : "any";

type JsonText = `${string}/json` | `${string}+json` | `${string}/json;${string}` | `${string}+json;${string}`;

type BodyOf<Media, Name extends keyof Media> =
  Name extends JsonName<Media> ? Media[Name] : Lowercase<Name & string> extends `text/${string}` ? string : Blob;

/** The media types of the successes of an operation. A call may ask for one. Never, if there is only one. */
export type Accepts<Operation> = Operation extends { responses: infer Responses }
  ? Several<
      {
        [Key in keyof Responses]: [Successful<Key, keyof Responses>] extends [never]
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

/** The statuses of a key that are successes: 2xx. Where none is documented, a redirect is what the operation is for. */
type Successful<Key, Keys> =
  | Extract<Statuses<Key, Keys>, Range<2>>
  | (HasSuccess<Keys> extends true ? never : Key extends "default" ? never : Extract<Statuses<Key, Keys>, Range<3>>);

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

/**
 * The reason that a server gives for an error, as the end of a sentence. It is `detail` of a problem (RFC 9457), or a usual
 * field. `title` is often the same for all errors, so it comes last. A list of reasons is shown as it is, because each call has this code.
 */
export function detailOf(body: unknown): string {
  const fields = Object(body);
  const reason = fields.detail ?? fields.message ?? fields.error ?? fields.errors ?? fields.title;
  return reason ? `: ${reason.trim?.() ?? JSON.stringify(reason)}` : ".";
}

/** A URL without its query and user information, which may contain a key. */
export function withoutQuery(url: string): string {
  return url.replace(/(?<=^\w+:\/\/)[^/@]*@|[?#].*/gs, "");
}
