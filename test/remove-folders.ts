import { afterAll } from "vitest";
import { removeFolders } from "./temporary.js";

// Runs after each test file. A hook of `temporary.ts` would run for the first file of a worker only, because files share modules.
afterAll(removeFolders);
