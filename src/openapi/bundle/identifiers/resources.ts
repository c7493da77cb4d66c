import { isObject, type Json, type JsonObject } from "../../document/document.js";
import { isWithin, pointerNames, pointerTo, valueAt } from "../../document/pointer.js";
import { DATA, MAPS } from "../../document/walk.js";

/** A schema resource: the file, or a schema with an `$id` (JSON Schema Core, 4.3.5). */
interface Resource {
  uri: string;
  pointer: string;
  /** The places of each anchor, and which of the anchors are dynamic (8.2.2). */
  anchors: Map<string, string[]>;
  dynamic: Set<string>;
}

/** A reference in a schema. */
export interface ReferencePlace {
  /** Of the schema that has it. */
  pointer: string;
  keyword: "$ref" | "$dynamicRef";
  /** The static target; undefined if the file has none. */
  target: string | undefined;
  /** The name of the dynamic anchor that the reference leads to first (8.2.3.2); undefined for any other reference. */
  dynamic: string | undefined;
}

/**
 * The base of a file that does not state its own. No reference leads to it or its folder by name. No request is sent to it.
 */
const BASE = "https://document.invalid/%00";

/** Finds the identifiers of schemas in a parsed file, and what the references of the file lead to. */
export class Resources {
  readonly #content: JsonObject;
  readonly #resources = new Map<string, Resource>();
  /** The resource of each object that may be a schema. */
  readonly #around = new Map<string, Resource>();
  readonly #written: (Pick<ReferencePlace, "pointer" | "keyword"> & { reference: string })[] = [];

  constructor(content: JsonObject) {
    this.#content = content;
    const root: Resource = {
      uri: uriOf(content.$self, BASE) ?? BASE,
      pointer: "#",
      anchors: new Map(),
      dynamic: new Set(),
    };
    this.#resources.set(root.uri, root);
    this.#visit(content, { pointer: "#", resource: root, isMap: false }, new Set());
  }

  /** Whether the file identifies anything. The text of an example may look as if it did. */
  get hasIdentifiers(): boolean {
    const isNamed = ({ uri, anchors }: Resource) => uri !== BASE || anchors.size > 0;
    return (
      [...this.#resources.values()].some(isNamed) || this.#written.some(({ keyword }) => keyword === "$dynamicRef")
    );
  }

  /** The places of all objects that may be schemas. */
  get objects(): Iterable<string> {
    return this.#around.keys();
  }

  references(): ReferencePlace[] {
    return this.#written.map(({ pointer, keyword, reference }) => {
      const { target, resource, name } = this.#targetOf(pointer, reference);
      const isDynamic = keyword === "$dynamicRef" && name !== undefined && resource?.dynamic.has(name);
      return { pointer, keyword, target, dynamic: isDynamic ? name : undefined };
    });
  }

  /** The place that a reference leads to, from another place; undefined if the file has none. */
  targetOf(pointer: string, reference: string): string | undefined {
    return this.#targetOf(pointer, reference).target;
  }

  /** The places of the dynamic anchors that a schema adds to the dynamic scope (7.1), by their names. */
  scopeOf(pointer: string): Map<string, string> {
    const resource = this.#resourceOf(pointer);
    const anchors = [...(resource?.dynamic ?? [])].flatMap((name) => {
      const place = placeOf(resource?.anchors.get(name) ?? [], pointer);
      return place === undefined ? [] : [[name, place] as const];
    });
    return new Map(anchors);
  }

  #resourceOf(pointer: string): Resource | undefined {
    return this.#around.get(pointer);
  }

  #targetOf(
    from: string,
    reference: string,
  ): { target?: string | undefined; resource?: Resource | undefined; name?: string } {
    const [uri = "", fragment = ""] = reference.split("#", 2);
    const base = this.#resourceOf(from);
    const resource = uri === "" ? base : this.#resources.get(uriOf(uri, base?.uri ?? BASE) ?? "");
    if (resource === undefined) return {};
    if (fragment !== "" && !fragment.startsWith("/")) {
      return { target: placeOf(resource.anchors.get(fragment) ?? [], from), resource, name: fragment };
    }
    // Many authors refer from the root of the document, although the schema has an `$id`.
    const places = [resource.pointer + fragment, ...(uri === "" ? [`#${fragment}`] : [])];
    return { target: places.find((place) => valueAt(this.#content, place) !== undefined), resource };
  }

  #visit(node: Json, at: { pointer: string; resource: Resource; isMap: boolean }, seen: Set<Json>): void {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    const { pointer, isMap } = at;
    const resource = isObject(node) && !isMap ? this.#entered(node, pointer, at.resource) : at.resource;
    for (const [name, member] of Object.entries(node)) {
      if (!isMap && (DATA.has(name) || name.startsWith("x-"))) continue;
      const inner = { pointer: pointerTo(pointer, name), resource, isMap: !isMap && MAPS.has(name) };
      this.#visit(member, inner, seen);
    }
  }

  /** Remembers what an object says of itself. Returns the resource that it belongs to. */
  #entered(node: JsonObject, pointer: string, around: Resource): Resource {
    const { $id: id, $anchor: anchor, $dynamicAnchor: dynamicAnchor } = node;
    const isFragment = typeof id === "string" && id.startsWith("#");
    const uri = isFragment ? undefined : uriOf(id, around.uri);
    let resource = around;
    if (uri !== undefined) {
      resource = { uri, pointer, anchors: new Map(), dynamic: new Set() };
      if (!this.#resources.has(uri)) this.#resources.set(uri, resource);
    }
    this.#around.set(pointer, resource);
    // Before 2019-09, `$id: "#name"` was an anchor.
    for (const name of [anchor, dynamicAnchor, isFragment ? id.slice(1) : undefined]) {
      if (typeof name !== "string" || name === "") continue;
      resource.anchors.set(name, [...(resource.anchors.get(name) ?? []), pointer]);
      if (name === dynamicAnchor) resource.dynamic.add(name);
    }
    for (const keyword of ["$ref", "$dynamicRef"] as const) {
      const reference = node[keyword];
      if (typeof reference === "string") this.#written.push({ pointer, keyword, reference });
    }
    return resource;
  }
}

/** A URI reference without its fragment, resolved (RFC 3986, 5); undefined for anything else. */
function uriOf(reference: Json | undefined, base: string): string | undefined {
  if (typeof reference !== "string" || reference === "" || !URL.canParse(reference, base)) return undefined;
  return new URL(reference, base).href.replace(/#.*$/s, "");
}

/** The place of an anchor. If a resource has several of one name, which is an error, that of the same component counts. */
function placeOf(places: readonly string[], from: string): string | undefined {
  if (places.length === 1) return places[0];
  const component = pointerTo("#", ...pointerNames(from).slice(0, 3));
  return places.find((place) => isWithin(place, component));
}
