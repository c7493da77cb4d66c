import { generateCommand } from "./generate/command.js";

process.exitCode = await generateCommand(process.argv.slice(2));
