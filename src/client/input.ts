/**
 * The input of a call: its `path`, `query`, `header` and `cookie` parameters, and its `body`. `contentType` is needed if the
 * body is not JSON, and the contract admits several media types.
 */
export type Input<Operation> = Closed<ParametersOf<Operation> & BodyOf<Operation>>;

/** Rejects every input for an operation without parameters and body, whose type would admit any object otherwise. */
type Closed<In> = [keyof In] extends [never] ? Record<string, never> : { [Member in keyof In]: In[Member] };

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
    ? [keyof Content] extends [never]
      ? unknown
      : BodyOfContent<Content> | { body?: never }
    : unknown;

/** JSON is the default of several media types. `FormData` and `URLSearchParams` say themselves what they are. */
type BodyOfContent<Content> =
  IsUnion<keyof Content> extends true
    ? { [Media in keyof Content]: OneOfSeveral<Content[Media], Media, DefaultOf<keyof Content>> }[keyof Content]
    : { body: Content[keyof Content] | Written<keyof Content> };

type OneOfSeveral<Body, Media, Default> = Media extends Default
  ? { body: Body; contentType?: Media }
  : { body: Body; contentType: Media } | WrittenBody<Written<Media>, Media>;

type Json = "application/json" | `application/json;${string}`;
type OtherJson = `${string}${"/" | "+"}json${"" | `;${string}`}`;

/** The media type of a body that names none: JSON, or the only other type of it. Two others, as of patches, differ in meaning. */
type DefaultOf<Media> = [Extract<Media, Json>] extends [never]
  ? IsUnion<Extract<Media, OtherJson>> extends true
    ? never
    : Extract<Media, OtherJson>
  : Extract<Media, Json>;

type WrittenBody<Body, Media> = [Body] extends [never] ? never : { body: Body; contentType?: Media };

/** A form that is built already. */
type Written<Media> = Media extends `multipart/form-data${string}`
  ? FormData
  : Media extends `application/x-www-form-urlencoded${string}`
    ? URLSearchParams
    : never;

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
  /** The media type that the response shall have. */
  accept?: string | undefined;
}
