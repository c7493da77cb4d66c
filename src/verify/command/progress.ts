import type { WriteStream } from "node:tty";
import type { Wait } from "../transport/waiting.js";

/** The shortest wait that gets a line without a terminal, and the time until the next one does, in milliseconds. */
const LONG = { wait: 3000, between: 60_000 };

/** Shows how far a run came. */
export interface Progress {
  /** The number of test cases that ended, of all. */
  show(ended: number, cases: number): void;
  /** A wait that begins. */
  wait(wait: Wait): void;
  clear(): void;
}

/**
 * A line that counts the test cases while they run: on a terminal only, and never in CI. There, a long wait gets a line of its
 * own, at most one a minute.
 *
 * @param now milliseconds since 1970
 */
export function progressLine(stream: Pick<WriteStream, "write" | "isTTY">, now = Date.now): Progress {
  const isShown = stream.isTTY === true && process.env.CI === undefined;
  let shown = "";
  let last = Number.NEGATIVE_INFINITY;
  const write = (text: string) => stream.write(`\r\u001b[K${text}`);
  return {
    show(ended, cases) {
      shown = `  ${ended} of ${cases} test cases`;
      if (isShown) write(shown);
    },
    wait({ status, milliseconds }) {
      const text = `waiting ${Math.ceil(milliseconds / 1000)} s: ${status}, Retry-After`;
      if (isShown) write(`${shown}  ${text}`);
      else if (milliseconds >= LONG.wait && now() - last >= LONG.between) {
        last = now();
        stream.write(`${text}\n`);
      }
    },
    clear() {
      if (isShown) write("");
    },
  };
}
