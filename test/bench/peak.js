// Loaded before a measured script: writes the peak of its memory (KiB) to the file that BENCH_PEAK names.
import { writeFileSync } from "node:fs";

const file = process.env.BENCH_PEAK;
// Processes that the script starts are not measured.
delete process.env.BENCH_PEAK;
if (file !== undefined) process.on("exit", () => writeFileSync(file, String(process.resourceUsage().maxRSS)));
