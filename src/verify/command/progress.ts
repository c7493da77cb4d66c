import type { WriteStream } from "node:tty";

/** A line that counts the test cases while they run: on a terminal only, and never in CI. */
export function progressLine(stream: WriteStream): { show(ended: number, cases: number): void; clear(): void } {
  const isShown = stream.isTTY === true && process.env.CI === undefined;
  return {
    show(ended, cases) {
      if (isShown) stream.write(`\r  ${ended} of ${cases} test cases`);
    },
    clear() {
      if (isShown) stream.write("\r\u001b[K");
    },
  };
}
