import { isDeepStrictEqual } from "node:util";
import { contentFor, isForm, isJson, mediaTypeOf } from "#http/media-type.js";
import { asObject } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { BREAKS_EVERYBODY } from "../difference.js";
import type { ContractPair, Owner } from "./contract-pair.js";
import { exampleDifferences } from "./examples.js";

/** Compares the media types of two bodies, and their schemas. A range, such as any type, covers the types in it. */
export function compareContent(
  pair: ContractPair,
  owner: Owner,
  was: readonly MediaType[],
  is: readonly MediaType[],
): void {
  const paired = new Set<MediaType>();
  for (const content of was) {
    const now = contentFor(is, content.name) ?? narrower(is, content);
    if (now) {
      paired.add(now);
      compareMediaType(pair, owner, content, now);
    } else {
      const name = mediaTypeOf(content.name);
      pair.add(owner, "media-type-removed", content.pointer, `The media type \`${name}\` was removed.`, {
        breaks: BREAKS_EVERYBODY,
      });
    }
  }
  for (const content of is) {
    if (paired.has(content) || contentFor(was, content.name)) continue;
    const name = mediaTypeOf(content.name);
    pair.add(owner, "media-type-added", content.pointer, `New media type: \`${name}\`.`, { otherwise: "minor" });
  }
}

/** The type that takes the place of a range. A range was never the name of what is sent. */
function narrower(content: readonly MediaType[], { name }: MediaType): MediaType | undefined {
  return name.includes("*") ? content.find((other) => contentFor([{ name }], other.name)) : undefined;
}

function compareMediaType(pair: ContractPair, owner: Owner, was: MediaType, is: MediaType): void {
  if (hasStructure(was.name) && hasStructure(is.name)) {
    const isText = isForm(was.name) || /^text\//.test(mediaTypeOf(was.name));
    pair.schemas(owner, was.schemaPointer, is.schemaPointer, isText);
    pair.schemas(owner, was.itemSchemaPointer, is.itemSchemaPointer, isText);
  }
  if (isForm(was.name)) compareEncoding(pair, owner, was, is);
  exampleDifferences(pair, owner.operation, was, is);
  const node = (document: typeof pair.base, { pointer }: MediaType) => ({
    node: asObject(valueAt(document, pointer)),
    pointer,
  });
  pair.annotations(owner.operation, node(pair.base, was), node(pair.revision, is), []);
}

/** Whether a schema describes the content: of images and files, OpenAPI 3.0 and 3.1 only say in two ways that they are bytes. */
function hasStructure(name: string): boolean {
  const type = mediaTypeOf(name);
  return (
    isJson(type) ||
    isForm(type) ||
    (/^text\/|[/+](xml|yaml)$|^multipart\/|\*|json|stream$|ndjson|jsonl$/.test(type) &&
      type !== "application/octet-stream")
  );
}

function compareEncoding(pair: ContractPair, owner: Owner, was: MediaType, is: MediaType): void {
  for (const name of new Set([...Object.keys(was.encoding), ...Object.keys(is.encoding)])) {
    const [before = {}, after = {}] = [was.encoding[name], is.encoding[name]];
    const form = ({ style = "form", explode = style === "form", contentType }: typeof before) => ({
      style,
      explode,
      contentType,
    });
    if (isDeepStrictEqual(form(before), form(after))) continue;
    const isDeclared = was.encoding[name] !== undefined;
    const place = pointerTo(isDeclared ? was.pointer : is.pointer, "encoding", name);
    // A new media type may be the default of the field, which is not compared.
    const breaks = isDeclared && is.encoding[name] !== undefined ? { breaks: BREAKS_EVERYBODY } : {};
    pair.add(owner, "encoding", place, `The encoding of the field \`${name}\` was changed.`, breaks);
  }
}
