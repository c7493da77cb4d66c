import type { Rule } from "./rule.js";

/** Rules of requirements that no other place of a document states: of teams, their keys and their tokens. */
export const REQUIREMENT_RULES = {
  "added-item-differs": {
    check: "created-resource",
    basis: "stated",
    requires: "an added item has the values that a requirement states",
    says: "the added {resource} has another {field}",
  },
  "added-item-missing": {
    check: "created-resource",
    basis: "stated",
    requires: "an added item is listed",
    says: "the added {resource} is not listed",
  },
  "added-item-missing-by-filter": {
    check: "created-resource",
    basis: "stated",
    requires: "a filter lists an added item",
    says: "the added {resource} is not listed as {value}",
  },
  "item-of-other-team-shown": {
    check: "tenant-isolation",
    basis: "stated",
    requires: "a team sees no item that another team added",
    says: "a team can see an {item} that another team added",
  },
  "list-of-other-team-shown": {
    check: "tenant-isolation",
    basis: "stated",
    requires: "a team sees no items of another team's list",
    says: "a team can see items of another team's list",
  },
  "item-of-other-team-returned": {
    check: "tenant-isolation",
    basis: "stated",
    requires: "a team that adds an item receives an item of its own",
    says: "a team that adds an {item} receives another team's {resource}",
  },
  "other-key-sees-other-list": {
    check: "same-team",
    basis: "stated",
    requires: "all keys of a team see the same data",
    says: "another key of the team sees another list",
  },
  "tokens-valid-after-revocation": {
    check: "token-revocation",
    basis: "stated",
    requires: "a revocation makes all of its tokens invalid",
    says: "tokens of the revoked {resource} are valid",
  },
  "revocation-revokes-other-tokens": {
    check: "token-revocation",
    basis: "stated",
    requires: "a revocation keeps the tokens of others valid",
    says: "tokens of another {resource} became invalid",
  },
  "tokens-valid-after-second-revocation": {
    check: "token-revocation",
    basis: "stated",
    requires: "a second revocation keeps tokens revoked",
    says: "tokens of the {resource} are valid after the second revoke",
  },
  "tokens-valid-after-revocation-by-other-key": {
    check: "token-revocation",
    basis: "stated",
    requires: "each key of a team revokes all tokens",
    says: "tokens are valid after another key of the team revoked their {resource}",
  },
  "rejection-revokes-tokens-of-other-team": {
    check: "token-revocation",
    basis: "stated",
    requires: "a rejected revocation keeps another team's tokens valid",
    says: "the rejected request invalidated tokens of another team's {resource}",
  },
  "rejection-revokes-tokens": {
    check: "token-revocation",
    basis: "stated",
    requires: "a rejected revocation by another team keeps tokens valid",
    says: "the rejected request of another team invalidated tokens",
  },
  "second-revocation-changes-state": {
    check: "unchanged-state",
    basis: "stated",
    requires: "a second revocation changes nothing",
    says: "a second revoke changed the {resource}",
  },
  "rejection-changes-state": {
    check: "unchanged-state",
    basis: "stated",
    requires: "a rejected revocation by another team changes nothing",
    says: "the rejected request of another team changed the {resource}",
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** Rules of what one team created or lists, in any document: requests with the key of another team break them. */
export const OTHER_TEAM_RULES = {
  "created-shown-to-other-team": {
    check: "tenant-isolation",
    basis: "inferred",
    requires: "what one team creates is hidden from others, unless everybody may see it",
    standard: "OWASP API1:2023",
    says: "{operation} shows another team what {create} created",
  },
  "created-listed-for-other-team": {
    check: "tenant-isolation",
    basis: "inferred",
    requires: "what one team creates is not listed for others, unless everybody may see it",
    standard: "OWASP API1:2023",
    says: "{operation} lists for another team what {create} created",
  },
  "created-changed-by-other-team": {
    check: "tenant-isolation",
    basis: "inferred",
    requires: "what one team creates is not changed by another one",
    standard: "OWASP API1:2023",
    says: "{operation} of another team changes what {create} created",
  },
  "created-removed-by-other-team": {
    check: "tenant-isolation",
    basis: "inferred",
    requires: "what one team creates is not removed by another one",
    standard: "OWASP API1:2023",
    says: "{operation} of another team removes what {create} created",
  },
  "listed-item-shown-to-other-team": {
    check: "tenant-isolation",
    basis: "inferred",
    requires: "another team cannot read what its list hides",
    standard: "OWASP API1:2023",
    says: "{operation} shows another team an item that {list} hides from it",
  },
} as const satisfies Readonly<Record<string, Rule>>;
