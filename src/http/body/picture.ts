/**
 * A picture of one black pixel (PNG, third edition, 5.3).
 *
 * @param comment a text that makes it unique
 */
export function picture(comment = ""): Uint8Array<ArrayBuffer> {
  const header = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0);
  // The pixel and the filter of its line, deflated without compression.
  const pixel = Uint8Array.of(0x78, 0x01, 0x01, 0x02, 0x00, 0xfd, 0xff, 0, 0, 0x00, 0x02, 0x00, 0x01);
  const text = new TextEncoder().encode(`Comment\0${comment}`);
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    ...(comment === "" ? [] : [chunk("tEXt", text)]),
    chunk("IDAT", pixel),
    chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(kind: string, data: Uint8Array): Uint8Array {
  const content = joined([new TextEncoder().encode(kind), data]);
  return joined([fourBytes(data.length), content, fourBytes(checksum(content))]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function fourBytes(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** CRC-32 (PNG, third edition, annex D). Browsers have none. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 0 ? sum >>> 1 : (sum >>> 1) ^ 0xed_b8_83_20;
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}
