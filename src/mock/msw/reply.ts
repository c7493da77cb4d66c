import type { AnyResult } from "#client/result.js";

/** A call of a generated client. */
type AnyCall = (...args: never[]) => Promise<AnyResult>;

/** The names of the operations of a generated client. */
export type OperationName<Client> = {
  [Name in keyof Client]: Client[Name] extends AnyCall ? Name : never;
}[keyof Client] &
  string;

/** A documented response of an operation: its status and body, and further headers. */
export type Reply<Client, Name extends keyof Client> = Client[Name] extends AnyCall
  ? ReplyOf<Awaited<ReturnType<Client[Name]>>>
  : never;

type ReplyOf<Result> = Result extends { ok: true; status: infer Status; data: infer Body }
  ? { status: Status; headers?: Record<string, string> } & ([Body] extends [undefined]
      ? { body?: never }
      : { body: Body })
  : Result extends { ok: false; status: infer Status extends number; error: infer Body; failure: null }
    ? // A contract that describes no body may leave it open, as for problems (RFC 9457).
      { status: Status; body?: [Body] extends [undefined] ? unknown : Body; headers?: Record<string, string> }
    : never;

/** A valid request: its parameters and body as the contract describes them. */
export type RequestInput<Client, Name extends keyof Client> = Client[Name] extends AnyCall
  ? NonNullable<Parameters<Client[Name]>[0]>
  : never;

/**
 * The response to an operation in place of its example: a fixed one, or a function of the request. A function that
 * returns undefined leaves the response to the example.
 */
export type Override<Client, Name extends keyof Client> =
  | Reply<Client, Name>
  | ((
      input: RequestInput<Client, Name>,
      request: Request,
    ) => Reply<Client, Name> | undefined | Promise<Reply<Client, Name> | undefined>);

/** Overrides by the names of operations. */
export type Overrides<Client> = { [Name in OperationName<Client>]?: Override<Client, Name> };

/** A response of any operation, at run time. */
export interface AnyReply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An override of any operation, at run time. */
export type AnyOverride =
  | AnyReply
  | ((input: object, request: Request) => AnyReply | undefined | Promise<AnyReply | undefined>);
