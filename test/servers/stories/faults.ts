import type { Variation } from "../service.js";
import { ACTION_FAULTS } from "./faults-of-actions.js";
import { CHANGE_FAULTS } from "./faults-of-changes.js";
import { COMMENT_FAULTS } from "./faults-of-comments.js";
import { LIST_FAULTS } from "./faults-of-lists.js";
import { PEOPLE_FAULTS } from "./faults-of-people.js";
import { REQUEST_FAULTS } from "./faults-of-requests.js";
import { RESPONSE_FAULTS } from "./faults-of-responses.js";
import { STORY_FAULTS } from "./faults-of-stories.js";
import type { StoriesState } from "./state.js";

/** Servers that each break one statement of stories.yaml, or one relation that it implies. */
export const STORIES_FAULTS: Variation<StoriesState>[] = [
  ...STORY_FAULTS,
  ...CHANGE_FAULTS,
  ...ACTION_FAULTS,
  ...PEOPLE_FAULTS,
  ...COMMENT_FAULTS,
  ...LIST_FAULTS,
  ...REQUEST_FAULTS,
  ...RESPONSE_FAULTS,
];
