import type { Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { DATASET_FAULTS } from "./datasets.js";
import { JOB_FAULTS } from "./jobs.js";
import { NAME_FAULTS } from "./names.js";
import { REQUEST_FAULTS } from "./requests.js";
import { RESPONSE_FAULTS } from "./responses.js";

/** Servers of marquez.yaml with a fault each. */
export const MARQUEZ_FAULTS: Variation<Tables>[] = [
  ...NAME_FAULTS,
  ...DATASET_FAULTS,
  ...JOB_FAULTS,
  ...RESPONSE_FAULTS,
  ...REQUEST_FAULTS,
];
