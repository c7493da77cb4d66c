import { exitCodeOf } from "../src/cli/command.js";
import { generateCommand } from "./generate/command.js";

process.exitCode = await exitCodeOf(generateCommand(process.argv.slice(2)));
