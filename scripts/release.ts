import { exitCodeOf } from "../src/cli/command.js";
import { releaseCommand } from "./release/command.js";

process.exitCode = await exitCodeOf(releaseCommand(process.argv.slice(2)));
