// Generated from openapi/ (Team Management API 0.1.0) by `npm run generate`. Change the contract, not this file.

import type { ValidationModule } from "../src/client/index.js";

/** Validates by the contract, if Ajv is installed. For the option `validate: true` of the client. */
export const validated = async (...call: Parameters<ValidationModule["validated"]>): Promise<ReturnType<ValidationModule["validated"]>> => {
  const validation = await import("./validation.js").catch((error: { code?: unknown }) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error("`validate: true` needs Ajv. Run npm install ajv ajv-formats");
  });
  return validation.validated(...call);
};
