import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { readStream } from "#http/body/read-stream.js";

const stream = (...chunks: string[]) => Readable.from(chunks.map((each) => Buffer.from(each)));

describe("a stream is read", () => {
  test("to its end", async () => {
    expect(await readStream(stream("ab", "c"))).toEqual({ body: Buffer.from("abc"), truncated: false });
    expect(await readStream(stream())).toEqual({ body: Buffer.from(""), truncated: false });
  });

  test.each([
    { limit: 3, isDrained: false, want: { body: "abc", truncated: false }, isDestroyedEarly: false },
    { limit: 2, isDrained: false, want: { body: "ab", truncated: true }, isDestroyedEarly: true },
    { limit: 2, isDrained: true, want: { body: "ab", truncated: true }, isDestroyedEarly: false },
  ])("up to $limit bytes (drained: $isDrained)", async ({ limit, isDrained, want, isDestroyedEarly }) => {
    const source = stream("ab", "c", "d".repeat(limit === 3 ? 0 : 5));
    const { body, truncated } = await readStream(source, limit, isDrained);
    expect({ body: body.toString(), truncated }).toEqual(want);
    expect(source.readableEnded).toBe(!isDestroyedEarly);
  });
});

describe("reading a stream fails", () => {
  test("with the error of the stream", async () => {
    const failing = new Readable({ read: () => {} });
    const reading = readStream(failing);
    failing.destroy(new Error("reset"));
    await expect(reading).rejects.toThrow("reset");
  });

  test("if the stream is closed before its end", async () => {
    const closed = new Readable({ read: () => {} });
    const reading = readStream(closed);
    closed.push("ab");
    closed.destroy();
    await expect(reading).rejects.toThrow("closed before the end");
  });
});
