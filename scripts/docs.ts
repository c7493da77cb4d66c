import { exitCodeOf } from "../src/cli/command.js";
import { docsCommand } from "./docs/command.js";

process.exitCode = await exitCodeOf(docsCommand(process.argv.slice(2)));
