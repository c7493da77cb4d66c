import { releaseCommand } from "./release/command.js";

process.exitCode = await releaseCommand(process.argv.slice(2));
