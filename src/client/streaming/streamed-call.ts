import type { Arguments, Call, Connection } from "../connect.js";
import type { AnyInput, Input } from "../input.js";
import type { OperationDescriptor } from "../operation.js";
import type { CallOptions } from "../options.js";
import type { SingleCall } from "../single-operation.js";
import { type StreamDescriptor, stream } from "./stream.js";

/** The type of an item of a response: that of `itemSchema`, or of the schema of its media type. */
export type StreamItem<Operation, Media> = Operation extends { responses: infer Responses }
  ? {
      [Key in keyof Responses]: Responses[Key] extends { content: infer Content }
        ? Media extends keyof Content
          ? Content[Media]
          : never
        : never;
    }[keyof Responses]
  : never;

/** A call whose response is a sequence, such as server-sent events, with an iterator over its items. */
export interface StreamedCall<Operation, Media, In = Input<Operation>> extends Call<Operation, In> {
  /** The items of the response as they arrive. The iterator throws a `CallFailure` if the call fails. */
  stream(...args: Arguments<In>): AsyncGenerator<StreamItem<Operation, Media>, void>;
}

/** The same as a function over a connection. */
export interface SingleStreamedCall<Operation, Media, In = Input<Operation>> extends SingleCall<Operation, In> {
  stream(connection: Connection, ...args: Arguments<In>): AsyncGenerator<StreamItem<Operation, Media>, void>;
}

// The generated code has the types of the functions. `verify` checks that server and types agree.

/** Makes the function of a sequence. */
export function singleStreamedCall<Function>(operation: OperationDescriptor, sequence: StreamDescriptor): Function;
export function singleStreamedCall(operation: OperationDescriptor, sequence: StreamDescriptor): unknown {
  return Object.assign(
    ({ send }: Connection, input?: AnyInput, options?: CallOptions) => send(operation, input, options),
    {
      stream: ({ send }: Connection, input?: AnyInput, options?: CallOptions) =>
        stream(send, operation, sequence, input, options),
    },
  );
}
