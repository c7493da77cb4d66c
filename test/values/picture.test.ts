import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { picture } from "#http/body/picture.js";

/** The names of the chunks of a PNG, and whether each has its checksum. */
function chunksOf(bytes: Buffer): [name: string, isRight: boolean][] {
  const chunks: [string, boolean][] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const end = at + 8 + bytes.readUInt32BE(at);
    chunks.push([
      bytes.toString("latin1", at + 4, at + 8),
      crc32(bytes.subarray(at + 4, end)) === bytes.readUInt32BE(end),
    ]);
  }
  return chunks;
}

test("a picture is a PNG whose parts have right checksums", () => {
  const plain = Buffer.from(picture());
  expect(plain.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  expect(chunksOf(plain)).toEqual([
    ["IHDR", true],
    ["IDAT", true],
    ["IEND", true],
  ]);
});

test("a comment makes it unique", () => {
  const [one, other] = [Buffer.from(picture("a")), Buffer.from(picture("b"))];
  expect(chunksOf(one)).toEqual([
    ["IHDR", true],
    ["tEXt", true],
    ["IDAT", true],
    ["IEND", true],
  ]);
  expect(one.equals(other)).toBe(false);
});
