import { docsCommand } from "./docs/command.js";

process.exitCode = await docsCommand(process.argv.slice(2));
