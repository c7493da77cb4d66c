import type { Fault } from "../../variations.js";
import { COLLECTION_FAULTS } from "./collections.js";
import { GUID_FAULTS } from "./guids.js";
import { ORGANIZATION_FAULTS } from "./organizations.js";
import { REQUEST_FAULTS } from "./requests.js";
import { RESPONSE_FAULTS } from "./responses.js";

/** Servers that do not follow id4i.yaml. */
export const ID4I_FAULTS: Fault[] = [
  ...ORGANIZATION_FAULTS,
  ...COLLECTION_FAULTS,
  ...GUID_FAULTS,
  ...RESPONSE_FAULTS,
  ...REQUEST_FAULTS,
];
