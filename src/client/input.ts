/**
 * The input of a call: its `path`, `query`, `header` and `cookie` parameters, and its `body` (with `contentType` if the
 * contract admits several media types).
 */
export type Input<Operation> = Closed<ParametersOf<Operation> & BodyOf<Operation>>;

/** Rejects every input for an operation without parameters and body, whose type would admit any object otherwise. */
type Closed<In> = [keyof In] extends [never] ? Record<string, never> : In;

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters }
  ? {
      [Place in keyof Parameters as [NonNullable<Parameters[Place]>] extends [never]
        ? never
        : Place]: Parameters[Place];
    }
  : unknown;

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? BodyOfContent<Content>
  : Operation extends { requestBody?: { content: infer Content } }
    ? BodyOfContent<Content> | { body?: never }
    : unknown;

type BodyOfContent<Content> =
  IsUnion<keyof Content> extends true
    ? { [Media in keyof Content]: { body: Content[Media]; contentType: Media } }[keyof Content]
    : { body: Content[keyof Content] };

type IsUnion<T, U = T> = [T] extends [never] ? false : T extends unknown ? ([U] extends [T] ? false : true) : never;

/** An input whose query has at most one of the named parameters. */
export type OnlyOne<AnyInput, Names extends string> = AnyInput &
  { [Name in Names]: { query?: { [Other in Exclude<Names, Name>]?: never } } }[Names];

/** The input of any operation, at run time. */
export interface AnyInput {
  path?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  header?: Record<string, unknown> | undefined;
  cookie?: Record<string, unknown> | undefined;
  body?: unknown;
  contentType?: string | undefined;
}
