import { exitCodeOf } from "../src/cli/command.js";
import { diffCommand } from "./diff/command.js";

process.exitCode = await exitCodeOf(diffCommand(process.argv.slice(2)));
