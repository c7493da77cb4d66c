import { CallFailure } from "./failure.js";

/**
 * The result of a call: a success (`ok` is true), a documented error (`ok` is false, `failure` is null), a response with an
 * undocumented status (`failure` says so, `error` is its body), or a call without a response that can be read (`status` and
 * `error` are null, `failure` says why). `status` narrows `data` and `error`.
 */
export type Result<Operation> = Answer<Operation> | Undocumented<Operation> | Failed;

/** A response that the contract documents: a success or an error. */
export type Answer<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Key in keyof Responses]:
        | Success<Statuses<Key, Responses>, Responses[Key]>
        | DocumentedError<Statuses<Key, Responses>, Responses[Key]>;
    }[keyof Responses]
  : never;

/** The data of a success. */
export type Data<Operation> = Extract<Answer<Operation>, { ok: true }>["data"];

/** A response whose status the contract does not document; `error` is its body: parsed if it is JSON, else text. */
export type Undocumented<Operation> = Operation extends { responses: infer Responses }
  ? [Exclude<Range<Hundreds>, Covered<Responses>>] extends [never]
    ? never
    : {
        ok: false;
        status: Exclude<Range<Hundreds>, Covered<Responses>>;
        error: unknown;
        failure: CallFailure;
        response: Response;
      }
  : never;

/** A call without a response that can be read; `failure` says why. */
export interface Failed {
  ok: false;
  status: null;
  error: null;
  failure: CallFailure;
  response: Response | null;
}

type Success<Status, Described> = [Extract<Status, Range<2>>] extends [never]
  ? never
  : {
      ok: true;
      status: Extract<Status, Range<2>>;
      data: Content<Described, undefined>;
      error?: undefined;
      failure?: undefined;
      response: Response;
    };

type DocumentedError<Status, Described> = [Exclude<Status, Range<2>>] extends [never]
  ? never
  : {
      ok: false;
      status: Exclude<Status, Range<2>>;
      error: Content<Described, unknown>;
      failure: null;
      response: Response;
    };

/** The body by its media types, or `Otherwise` if the contract describes none. The body of a range is unknown. */
type Content<Described, Otherwise> = Described extends { content: infer Media }
  ? { [Name in keyof Media]: Body<Lowercase<Name & string>, Media[Name]> }[keyof Media]
  : Otherwise;

type Body<Name extends string, Described> = Name extends
  | `${string}/json`
  | `${string}+json`
  | `${string}/json;${string}`
  | `${string}+json;${string}`
  ? Described
  : Name extends `${string}*${string}`
    ? unknown
    : Name extends `text/${string}`
      ? string
      : Blob;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Hundreds = 1 | 2 | 3 | 4 | 5;
type ToNumber<Text> = Text extends `${infer Value extends number}` ? Value : never;
type Range<First extends Hundreds> = ToNumber<`${First}${Digit}${Digit}`>;

/** A range covers the statuses that are not documented exactly; `default` covers those that no other key covers. */
type Statuses<Key, Responses> = Key extends number
  ? Key
  : Key extends `${infer First extends Hundreds}XX`
    ? Exclude<Range<First>, Extract<keyof Responses, number>>
    : Key extends "default"
      ? Exclude<
          HasSuccess<Responses> extends true ? Exclude<Range<Hundreds>, Range<2>> : Range<Hundreds>,
          Covered<Responses>
        >
      : never;

type Covered<Responses> = {
  [Key in keyof Responses]: Key extends "default" ? never : Statuses<Key, Responses>;
}[keyof Responses];
type HasSuccess<Responses> = [Extract<Covered<Responses>, Range<2>>] extends [never] ? false : true;

/** The result of any operation, for code that works with all operations. */
export type AnyResult =
  | { ok: true; status: number; data: unknown; error?: undefined; failure?: undefined; response: Response }
  | { ok: false; status: number; error: unknown; failure: CallFailure | null; response: Response }
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
  const { status, error, response } = result;
  throw new CallFailure(
    "ErrorResponse",
    calls.get(response) ?? withoutQuery(response.url),
    `the response has status ${status}${detailOf(error)}`,
    {
      status,
      response,
      body: error,
    },
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
  return url.replace(/[?#].*$/s, "").replace(/^(\w+:\/\/)[^/@]*@/, "$1");
}
