import { crc32 } from "node:zlib";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import type { ValueGenerator } from "#verify/model/test-case/request-context.js";
import { hasKeyword, propertiesAt } from "#verify/relations/schema-fields.js";

/** A file as it is uploaded. */
export interface Payload {
  type: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The names of the fields of a form that are files (OpenAPI 3.1, 4.8.14.4; 3.0 has the format `binary`). */
export function filesOf(document: OpenApiDocument, form: MediaType): string[] {
  return propertiesAt(document, form, "").filter((name) => {
    const at = pointerTo("", name);
    const isBinary = hasKeyword(document, form, at, "format", ["binary"]);
    return isBinary || hasKeyword(document, form, at, "contentMediaType");
  });
}

/** A small file of a media type, whose bytes no other file has. A range such as `image/*` stands for one of its types. */
export function payloadOf(generator: ValueGenerator, documented: string): Payload {
  const unique = generator.unique();
  const type = concrete(documented);
  if (type === "image/png") return { type, name: `${unique}.png`, bytes: pngWith(unique) };
  // A text is one without a byte order mark, and its end is not that of a line.
  if (type.startsWith("text/"))
    return { type, name: `${unique}.txt`, bytes: bytesOf(Buffer.from(`${unique}\r\né 漢`)) };
  const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  return { type, name: `${unique}.bin`, bytes: bytesOf(Buffer.concat([Buffer.from(unique), every])) };
}

function concrete(type: string): string {
  if (type === "image/*") return "image/png";
  if (type === "text/*") return "text/plain";
  return type.includes("*") ? "application/octet-stream" : type;
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(buffer);
}

/** A picture of one black pixel (PNG, third edition, 5.3), with a text that makes it unique. */
function pngWith(text: string): Uint8Array<ArrayBuffer> {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  // The pixel and the filter of its line, deflated without compression.
  const pixel = Buffer.from([0x78, 0x01, 0x01, 0x02, 0x00, 0xfd, 0xff, 0, 0, 0x00, 0x02, 0x00, 0x01]);
  const chunks = [chunk("IHDR", header), chunk("tEXt", Buffer.from(`Comment\0${text}`)), chunk("IDAT", pixel)];
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return bytesOf(Buffer.concat([signature, ...chunks, chunk("IEND", Buffer.alloc(0))]));
}

function chunk(kind: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(kind), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}
