import type { WriteStream } from "node:tty";

/** A line that counts the cases while they run, on a terminal only, and is gone afterwards. */
export function progressLine(stream: WriteStream): { show(done: number, all: number): void; clear(): void } {
  const lasting = stream.isTTY === true && process.env.CI === undefined;
  return {
    show(done, all) {
      if (lasting) stream.write(`\r  ${done} of ${all} cases`);
    },
    clear() {
      if (lasting) stream.write("\r\u001b[K");
    },
  };
}
