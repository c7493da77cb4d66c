/**
 * Generates `validate.ts`: what the client loads for `validate: true`. No bundler follows it. Without Ajv, it says what to install.
 *
 * @param sources the folder of the runtime, as the file imports from it
 */
export function validateFile(sources: string): string {
  return `import type { ValidationModule } from ${JSON.stringify(`${sources}/client/index.js`)};

/** Validates by the contract, if Ajv is installed. For the option \`validate: true\` of the client. */
export const validated = async (...call: Parameters<ValidationModule["validated"]>): Promise<ReturnType<ValidationModule["validated"]>> => {
  const validation = await import("./validation.js").catch((error: { code?: unknown }) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error("\`validate: true\` needs Ajv. Run npm install ajv ajv-formats");
  });
  return validation.validated(...call);
};
`;
}

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
