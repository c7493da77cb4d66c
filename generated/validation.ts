// Generated from openapi/ (Team Management API 0.1.0) by `npm run generate`. Change the contract, not this file.

import type { ValidationModule } from "../src/client/index.js";
import { responseValidation } from "../src/client/validation.js";
import { document } from "./document.js";

/** Validates the bodies of responses by the contract. For the option `validate` of the client. */
export const validated: ValidationModule["validated"] = responseValidation(document);
