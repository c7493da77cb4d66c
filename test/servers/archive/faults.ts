import type { Variation } from "../service.js";
import { EXPORT_FAULTS } from "./faults/exports.js";
import { FILE_FAULTS } from "./faults/files.js";
import { LIST_FAULTS } from "./faults/lists.js";
import { PATCH_FAULTS } from "./faults/patches.js";
import { PROJECT_FAULTS } from "./faults/projects.js";
import { REQUEST_FAULTS } from "./faults/requests.js";
import { RESPONSE_FAULTS } from "./faults/responses.js";
import { VERSION_FAULTS } from "./faults/versions.js";
import type { ArchiveState } from "./state.js";

/** Servers that each break one statement of archive.yaml, of an RFC that it cites, or one relation that it implies. */
export const ARCHIVE_FAULTS: Variation<ArchiveState>[] = [
  ...PROJECT_FAULTS,
  ...VERSION_FAULTS,
  ...PATCH_FAULTS,
  ...LIST_FAULTS,
  ...EXPORT_FAULTS,
  ...FILE_FAULTS,
  ...REQUEST_FAULTS,
  ...RESPONSE_FAULTS,
];
