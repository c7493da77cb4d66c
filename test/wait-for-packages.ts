import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { afterAll, inject } from "vitest";
import { fileExists } from "../src/cli/file-exists.js";
import { closeConsumers } from "./package/consumer.js";

// Before each file of the project "package": waits until `pack.ts` has packed the packages. After it: closes its consumers, here
// because a hook of a module that several files import is registered for the first of them only.

const packed = inject("packed");
while (!(await fileExists(packed))) await setTimeout(100);
const problem = await readFile(packed, "utf8");
if (problem) throw new Error(`The packages cannot be packed: ${problem}`);

afterAll(closeConsumers);
