import type { Fault } from "../../variations.js";
import { COMPANY_FAULTS } from "./companies.js";
import { LINE_FAULTS } from "./lines.js";
import { ORDER_FAULTS } from "./orders.js";
import { REQUEST_FAULTS } from "./requests.js";
import { RESPONSE_FAULTS } from "./responses.js";

/** Servers that do not follow inventree.yaml. */
export const INVENTREE_FAULTS: Fault[] = [
  ...COMPANY_FAULTS,
  ...ORDER_FAULTS,
  ...LINE_FAULTS,
  ...RESPONSE_FAULTS,
  ...REQUEST_FAULTS,
];
