import { EVERY_EXAMPLE, type Target } from "#verify/model/target/target.js";
import { ARCHIVE_FAULTS } from "../archive/faults.js";
import { ARCHIVE_LEGAL } from "../archive/legal.js";
import { archive } from "../archive/service.js";
import { ORDERS_FAULTS } from "../orders/faults.js";
import { ORDERS_LEGAL } from "../orders/legal.js";
import { orders } from "../orders/service.js";
import { rowsOf } from "../services.js";
import { STORIES_FAULTS } from "../stories/faults.js";
import { STORIES_LEGAL } from "../stories/legal.js";
import { stories } from "../stories/service.js";

/** Values that a team gives for its staging, by the file of the document. Legal variants may lack them. */
export const GIVEN: Readonly<Record<string, Target["values"]>> = {
  "stories.yaml": {
    followPerson: { username: { [EVERY_EXAMPLE]: "aiko.t" } },
    unfollowPerson: { username: { [EVERY_EXAMPLE]: "aiko.t" } },
  },
};

/**
 * Services in the styles of public documents, each without examples, whose faults a run does not find yet as those of the other
 * services: nested forms with cursor lists; wrapped bodies with actions; optional bodies with tags, patches, jobs and files.
 */
export const SERVICES_OF_REACH = await Promise.all([
  rowsOf(orders, ORDERS_LEGAL, ORDERS_FAULTS),
  rowsOf(stories, STORIES_LEGAL, STORIES_FAULTS),
  rowsOf(archive, ARCHIVE_LEGAL, ARCHIVE_FAULTS),
]);
