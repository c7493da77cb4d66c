import { picture } from "#http/body/picture.js";
import { concreteType } from "#http/negotiate.js";
import type { Payload } from "#verify/judges/files.js";
import type { ValueGenerator } from "#verify/model/test-case/request-context.js";

/** A small file of a media type, whose bytes no other file has. A range such as `image/*` stands for one of its types. */
export function payloadOf(generator: ValueGenerator, documented: string): Payload {
  const unique = generator.unique();
  const type = concreteType(documented, "binary");
  if (type === "image/png") return { type, name: `${unique}.png`, bytes: picture(unique) };
  // The text has no byte order mark, and does not end with a line break.
  if (type.startsWith("text/"))
    return { type, name: `${unique}.txt`, bytes: bytesOf(Buffer.from(`${unique}\r\né 漢`)) };
  const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  return { type, name: `${unique}.bin`, bytes: bytesOf(Buffer.concat([Buffer.from(unique), every])) };
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(buffer);
}
