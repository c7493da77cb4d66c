import { acceptedValues } from "./accepted-values.js";
import { authentication } from "./authentication/suite.js";
import { conditional } from "./conditional/suite.js";
import { duplicates } from "./duplicates.js";
import { examples } from "./examples/suite.js";
import { exploration } from "./exploration/suite.js";
import { files } from "./files/suite.js";
import { invalidRequests } from "./invalid-requests.js";
import { jobs } from "./jobs/suite.js";
import { lifeCycle } from "./life-cycle/suite.js";
import { lists } from "./lists/suite.js";
import { patches } from "./patches/suite.js";
import { robustness } from "./robustness/suite.js";
import type { Suite } from "./suite.js";
import { unknownResources } from "./unknown-resources.js";
import { unsupportedMethods } from "./unsupported-methods.js";

/** Every suite that works for any document, in the order in which the test cases of an operation are listed. */
export const SUITES_FOR_ANY_DOCUMENT: readonly Suite[] = [
  examples,
  acceptedValues,
  invalidRequests,
  duplicates,
  unknownResources,
  robustness,
  authentication,
  lists,
  lifeCycle,
  conditional,
  patches,
  jobs,
  files,
  unsupportedMethods,
  exploration,
];
