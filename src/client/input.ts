/**
 * What a call takes: `path`, `query`, `header` and `cookie` parameters as far as the operation has them, and `body`
 * (with `contentType`, if the contract admits several media types).
 */
export type Input<Operation> = Closed<ParametersOf<Operation> & BodyOf<Operation>>;

/** Without this, an operation that takes nothing would take anything. */
type Closed<Taken> = [keyof Taken] extends [never] ? Record<string, never> : Taken;

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

/** An input whose query carries at most one of the named parameters. */
export type OnlyOne<AnyInput, Names extends string> = AnyInput &
  { [Name in Names]: { query?: { [Other in Exclude<Names, Name>]?: never } } }[Names];

/** What an input looks like at run time. */
export interface AnyInput {
  path?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  header?: Record<string, unknown> | undefined;
  cookie?: Record<string, unknown> | undefined;
  body?: unknown;
  contentType?: string | undefined;
}
