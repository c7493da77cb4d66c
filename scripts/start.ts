import { exitCodeOf } from "../src/cli/command.js";
import { running, startCommand } from "./start/command.js";

process.exitCode = await exitCodeOf(startCommand(process.argv.slice(2)));
await Promise.all(running.map((service) => service.close()));
// Ends services that were still starting when the signal came.
process.exit();
