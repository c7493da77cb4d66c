import { CallFailure } from "./failure.js";

/**
 * What a call brings, one of three: a success (`ok` is true), a documented error (`ok` is false, `status` a number), or
 * a failure (`ok` is false, `status` and `error` are null, `failure` says why). `status` narrows `data` and `error`.
 */
export type Result<Operation> = Answer<Operation> | Failed;

/** An answer that the contract documents. */
export type Answer<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Key in keyof Responses]:
        | Success<Statuses<Key, Responses>, Responses[Key]>
        | DocumentedError<Statuses<Key, Responses>, Responses[Key]>;
    }[keyof Responses]
  : never;

/** The data of an operation's successes. */
export type Data<Operation> = Extract<Answer<Operation>, { ok: true }>["data"];

/** No documented answer came. */
export interface Failed {
  ok: false;
  status: null;
  error: null;
  failure: CallFailure;
  response: Response | null;
}

type Success<Status, Described> = [Extract<Status, Range<2>>] extends [never]
  ? never
  : { ok: true; status: Extract<Status, Range<2>>; data: Content<Described, undefined>; response: Response };

type DocumentedError<Status, Described> = [Exclude<Status, Range<2>>] extends [never]
  ? never
  : {
      ok: false;
      status: Exclude<Status, Range<2>>;
      error: Content<Described, unknown>;
      failure: null;
      response: Response;
    };

/** The body by its media types; `Otherwise` where the contract describes none. Of a range, anything may come. */
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

/** A range stands for the statuses that are not documented exactly; `default` for those that no other key covers. */
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

/** A result of an operation that is not known, for code that serves all. */
export type AnyResult =
  | { ok: true; status: number; data: unknown; response: Response }
  | { ok: false; status: number; error: unknown; failure: null; response: Response }
  | Failed;

/**
 * The data of a success.
 *
 * @throws CallFailure for everything else: named `ErrorResponse` with `status` and `body` for a documented error
 */
export function unwrap<T extends AnyResult>(result: T): Extract<T, { ok: true }>["data"] {
  if (result.ok) return result.data;
  if (result.failure) throw result.failure;
  const { status, error, response } = result;
  throw new CallFailure("ErrorResponse", withoutQuery(response.url), `answered ${status}.`, {
    status,
    response,
    body: error,
  });
}

/** A URL as it may be shown: its query may hold a key, and so may what stands before the host. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/^(\w+:\/\/)[^/@]*@/, "$1");
}
