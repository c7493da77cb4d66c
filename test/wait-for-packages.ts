import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";
import { fileExists } from "../src/cli/file-exists.js";

// Before each file of the project "package": waits until `pack.ts` has packed the packages.

const packed = inject("packed");
while (!(await fileExists(packed))) await setTimeout(100);
const problem = await readFile(packed, "utf8");
if (problem) throw new Error(`The packages cannot be packed: ${problem}`);
