import type { Operation } from "#openapi/operations/operation.js";

const GROUP =
  "(?:account|caller|client|company|customer|key|member|organi[sz]ation|owner|project|team|tenant|user|workspace)";
const CURRENT = `(?:you\\b|the caller\\b|the (?:authenticated|calling|current|requesting) ${GROUP}\\b)`;

/** Words that say whose a resource is: `your own orders`, `owned by the current user`. The pets of an owner are not of the key. */
const OF_THE_KEY = new RegExp(
  `\\b(?:your|(?:caller|${GROUP})(?:'s|s'|’s)) own\\b|\\bbelong(?:s|ing)? to ${CURRENT}|\\bowned by ${CURRENT}`,
  "i",
);

/** Words of a rejection: `belongs to another team`, `you do not own it`. */
const OF_OTHERS = new RegExp(
  `\\b(?:another|a different|other|some other) ${GROUP}(?:s|'s|s'|’s)?\\b|\\byou (?:do not|don't) own\\b|\\bnot (?:the owner|yours|owned by ${CURRENT})`,
  "i",
);

/** Such a resource may be read, or even changed, by others too. */
const SHARED = /\b(?:anybody|anyone|everybody|everyone|public|publicly|shared)\b/i;

/** Whether an operation, or its 403 or 404, says that a key reaches only what it owns. */
export function isOfKeyAlone({ summary, description, responses }: Operation): boolean {
  const words = `${summary} ${description}`;
  if (SHARED.test(words)) return false;
  const rejections = responses.filter(({ status }) => status === "403" || status === "404");
  return OF_THE_KEY.test(words) || rejections.some((response) => OF_OTHERS.test(response.description));
}
