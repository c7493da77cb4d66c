/**
 * Generates `validation.ts`: the validation of responses, which the client loads on demand.
 *
 * @param sources the folder of the runtime, as the file imports from it
 */
export function validationFile(sources: string): string {
  return `import type { ValidationModule } from ${JSON.stringify(`${sources}/client/index.js`)};
import { responseValidation } from ${JSON.stringify(`${sources}/client/validation.js`)};
import { document } from "./document.js";

/** Validates the bodies of responses by the contract. For the option \`validate\` of the client. */
export const validated: ValidationModule["validated"] = responseValidation(document);
`;
}
