import { errorText } from "../src/cli/user-error.js";

/**
 * Runs a command, and prints the error that ends it.
 *
 * @param codeOf the exit code of an error (default: 2)
 * @returns the exit code
 */
export function exitCodeOf(command: Promise<number>, codeOf: (error: unknown) => number = () => 2): Promise<number> {
  return command.catch((error: unknown) => {
    console.error(errorText(error));
    return codeOf(error);
  });
}
