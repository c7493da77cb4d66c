import type { Json, JsonObject } from "#openapi/document/document.js";
import type { Ids } from "./ids.js";
import type { Store, StoredRecord } from "./store.js";

/** What a document offers for a kind of resources. */
export type Verb = "list" | "get" | "create" | "put" | "patch" | "delete";

/** How the response to a creation tells which resource it is about. */
export interface Creation {
  status: 200 | 201 | 202 | 204;
  /**
   * Where the body has the id: alone, in `data`, in a field named as the path parameter, with the sent fields, in an object
   * beside one of somebody else, or in the list of all resources.
   */
  form: "id" | "data" | "parameter" | "echo" | "beside owner" | "whole list" | "empty" | "text";
  /** Whether that id is the new one, that of a resource that existed, or an empty text. */
  names: "new" | "old" | "sometimes old" | "blank";
  /** What `Location` names: the same resource as the body, or a resource of another kind that existed. */
  location: "none" | "same" | "other";
  /** What the documented links lead to. */
  links: "none" | "self" | "other" | "both";
}

/** A field of the request body of a kind. */
export interface Field {
  name: string;
  schema: JsonObject;
  required: boolean;
  /** Values of existing resources. */
  samples: readonly [Json, ...Json[]];
}

/** A kind of resources of an API. */
export interface Kind {
  /** Unique; that of a nested kind begins with its parent's and a slash. */
  name: string;
  /** What one resource is called. */
  noun: string;
  /** The templates of its paths. */
  collection: string;
  item: string;
  /** The path parameter of an item. */
  parameter: string;
  /** Whether the document declares the path parameters. */
  declaresParameters: boolean;
  /** Whether each operation declares its path parameters, in place of the path item. */
  parametersOnOperations: boolean;
  idField: string;
  ids: Ids;
  parent: Kind | undefined;
  /** Whether an item is found below any parent. If not, each parent has ids of its own. */
  ignoresParent: boolean;
  verbs: ReadonlySet<Verb>;
  creation: Creation;
  /** Whether PUT creates what does not exist. */
  upserts: boolean;
  /** Whether the client may choose the id of a new resource: in the body. */
  clientIds: "never" | "optional" | "required";
  fields: readonly Field[];
  optionalBody: boolean;
  /** Another kind to which each resource of this kind refers. */
  refersTo: Kind | undefined;
  /** The ids that examples of the document have. */
  examples: "none" | "free" | "taken";
  list: { wrapped: boolean; most: number };
  /** Whether the server rejects bodies that lack a field. */
  validates: boolean;
  /** The status of GET where the document has none. */
  missingGet: 404 | 405;
  /** What happens to PUT, PATCH and DELETE of a new item: a redirect to an existing item, or a conflict. */
  hindrance: "none" | "redirect" | "conflict";
}

/** A request as the server understood it. */
export interface RoutedRequest {
  method: string;
  query: URLSearchParams;
  /** Undefined if it is neither JSON nor a form. */
  body: Json | undefined;
  /** The path parameters, by their names. */
  captured: Readonly<Record<string, string>>;
}

/** An operation beside those of the kinds. */
export interface Danger {
  method: "post" | "put" | "patch" | "delete";
  path: string;
  parameters: JsonObject[];
  operation: JsonObject;
  /** What it does, where that is not what the method does to the path of a kind or of a single resource. */
  procedure: Procedure | undefined;
}

/** What an operation does that is not about the resource of its path. */
export interface Procedure {
  effect: "delete" | "change" | "read";
  /** The records on which it acts. */
  targets(request: RoutedRequest, store: Store): StoredRecord[];
  status: number;
  reply: Json | undefined;
}

/** A small API. */
export interface Api {
  seed: number;
  kinds: readonly Kind[];
  dangers: readonly Danger[];
  /** The paths of resources that exist once, such as `/settings`. */
  singletons: readonly string[];
  /** Whether it requires a key. */
  secured: boolean;
  namesOperations: boolean;
}

/** The name of the field with which a resource refers to one of this kind. */
export function referenceField({ noun }: Kind): string {
  return `${camelCase(noun)}Id`;
}

/** `api-key` as `apiKey`. */
export function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `api-key` as `ApiKey`. */
export function pascalCase(name: string): string {
  return camelCase(`-${name}`);
}
