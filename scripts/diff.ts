import { diffCommand } from "./diff/command.js";

process.exitCode = await diffCommand(process.argv.slice(2));
