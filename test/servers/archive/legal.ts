import type { Variation } from "../service.js";
import { LEGAL_LATER } from "./legal/later.js";
import { LEGAL_RESPONSES } from "./legal/responses.js";
import { LEGAL_RULES } from "./legal/rules.js";
import { LEGAL_VERSIONS } from "./legal/versions.js";
import type { ArchiveState } from "./state.js";

/** Servers that break no statement of archive.yaml. */
export const ARCHIVE_LEGAL: Variation<ArchiveState>[] = [
  { title: "follows its document in the plainest way" },
  ...LEGAL_VERSIONS,
  ...LEGAL_RESPONSES,
  ...LEGAL_RULES,
  ...LEGAL_LATER,
];
