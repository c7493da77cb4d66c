import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { asText, isObject, type Json, type OpenApiDocument } from "../document/document.js";
import { pointerNames, pointerTo, valueAt } from "../document/pointer.js";
import { type ReadText, readText } from "./read-text.js";
import { isUrl } from "./read-url.js";

/** A place in a file. */
export interface SourcePlace {
  /** The absolute path of the file. */
  file: string;
  /** From 1; undefined if it is not known. */
  line: number | undefined;
}

/** A value in a file, and the names that lead to it. */
interface Source {
  file: string;
  names: readonly string[];
  value: Json | undefined;
}

/** A file that cannot be read again has no lines. */
const UNREAD: ReadText = { content: undefined, lineOf: () => undefined };

/**
 * Finds the places of a document in the files that it was read from. A document in one file may be a bundle of several.
 *
 * @param spec path of the root file
 * @param document as it was loaded
 * @returns a function that finds the line of a JSON pointer. For a place that no file has, it is that of the part around it
 */
export async function sourcePlaces(
  spec: string,
  document: OpenApiDocument,
): Promise<(pointer: string) => Promise<SourcePlace>> {
  const files = new Files();
  const origins = await originsOf(document, spec, files);
  return async (pointer) => {
    const names = pointerNames(pointer);
    const lengths = names.map((_, index) => names.length - index);
    const known = lengths.find((length) => origins.has(pointerTo("#", ...names.slice(0, length)))) ?? 0;
    let source = origins.get(pointerTo("#", ...names.slice(0, known))) ?? (await files.source(resolve(spec), []));
    for (const name of names.slice(known)) {
      const next = await files.followed(member(source, name));
      if (next.value === undefined) break;
      source = next;
    }
    const { lineOf } = await files.read(source.file);
    return { file: source.file, line: lineOf(source.names) };
  };
}

/** Where the components of a bundle come from that its root file does not have, by their pointers. */
async function originsOf(document: OpenApiDocument, spec: string, files: Files): Promise<Map<string, Source>> {
  const origins = new Map<string, Source>();
  const seen = new Set<Json>();
  const pending: [Json | undefined, Source][] = [[document, await files.source(resolve(spec), [])]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [bundled, source] = next;
    const reference = referenceOf(bundled);
    if (reference?.startsWith("#/") && referenceOf(source.value) !== undefined) {
      if (origins.has(reference)) continue;
      const target = await files.followed(source);
      origins.set(reference, target);
      pending.push([valueAt(document, reference), target]);
      continue;
    }
    // The bundler adds components that no file has at their places.
    if (typeof bundled !== "object" || bundled === null || source.value === undefined || seen.has(bundled)) continue;
    seen.add(bundled);
    const target = await files.followed(source);
    for (const [name, value] of Object.entries(bundled)) pending.push([value, member(target, name)]);
  }
  return origins;
}

function referenceOf(value: Json | undefined): string | undefined {
  return isObject(value) ? asText(value.$ref) : undefined;
}

function member({ file, names, value }: Source, name: string): Source {
  return { file, names: [...names, name], value: valueAt(value, pointerTo("", name)) };
}

/** The files of a document, read once. */
class Files {
  readonly #files = new Map<string, Promise<ReadText>>();

  read(file: string): Promise<ReadText> {
    const known =
      this.#files.get(file) ??
      readFile(file, "utf8")
        .then(readText)
        .catch(() => UNREAD);
    this.#files.set(file, known);
    return known;
  }

  async source(file: string, names: readonly string[]): Promise<Source> {
    const { content } = await this.read(file);
    return { file, names, value: valueAt(content, pointerTo("", ...names)) };
  }

  /**
   * The place that a reference leads to, through further ones. It is the place itself if no reference is there, or one leads
   * nowhere.
   */
  async followed(source: Source): Promise<Source> {
    let found = source;
    const seen = new Set<string>();
    for (let reference = referenceOf(found.value); reference !== undefined; reference = referenceOf(found.value)) {
      const [path = "", fragment = ""] = reference.split("#", 2);
      const file = path === "" ? found.file : resolve(dirname(found.file), decodeURI(path));
      const key = `${file}#${fragment}`;
      if (isUrl(path) || seen.has(key)) return source;
      seen.add(key);
      const target = await this.source(file, pointerNames(`#${fragment}`));
      if (target.value === undefined) return source;
      found = target;
    }
    return found;
  }
}
