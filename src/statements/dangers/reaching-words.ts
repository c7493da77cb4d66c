import { plainName } from "#statements/names.js";
import { wordSet } from "./action-words.js";

/** Words of fields that name another resource of the same kind: `mergeInto`, `copyFrom`. */
export const TOWARDS_OTHERS = wordSet(`
  after base before by clone copy dest destination duplicate from in into master merge onto origin original other parent
  predecessor primary replacement replaces root source successor supersedes swap target to with
`);

const PHONE = /(phone|mobile|msisdn|telephone|cell|fax|sms|whatsapp)/;

/** Whether a field has the number of a phone, by its name. */
export function namesPhone(name: string): boolean {
  return PHONE.test(plainName(name));
}
