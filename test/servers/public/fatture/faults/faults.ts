import type { Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { DOCUMENT_FAULTS } from "./documents.js";
import { LIST_FAULTS } from "./lists.js";
import { REGISTRY_FAULTS } from "./registry.js";
import { REQUEST_FAULTS } from "./requests.js";

/** Servers that each break one statement of fatture.yaml, or one relation that it implies. */
export const FATTURE_FAULTS: Variation<Tables>[] = [
  ...REGISTRY_FAULTS,
  ...DOCUMENT_FAULTS,
  ...LIST_FAULTS,
  ...REQUEST_FAULTS,
];
