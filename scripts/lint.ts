import { exitCodeOf } from "../src/cli/command.js";
import { lintCommand } from "./lint/command.js";

process.exitCode = await exitCodeOf(lintCommand(process.argv.slice(2)));
