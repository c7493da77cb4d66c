// Loaded before a measured script: writes the peak of its memory (KiB), and how often it began to listen, to the file that
// BENCH_PEAK names.
import { writeFileSync } from "node:fs";
import { Server } from "node:net";

const file = process.env.BENCH_PEAK;
// Processes that the script starts are not measured.
delete process.env.BENCH_PEAK;
if (file !== undefined) {
  let listened = 0;
  const { listen } = Server.prototype;
  Server.prototype.listen = /** @this {Server} @param {any[]} args */ function (...args) {
    listened += 1;
    return Reflect.apply(listen, this, args);
  };
  process.on("exit", () => writeFileSync(file, `${process.resourceUsage().maxRSS} ${listened}`));
}
