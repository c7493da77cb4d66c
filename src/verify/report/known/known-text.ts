import type { Cause } from "../../model/cause.js";
import { hasReason, isEntryOf, type KnownAs, type KnownEntry } from "../../model/known.js";
import type { Report } from "../report.js";
import { counted } from "../wording.js";

/** How many entries are named. */
const MAX_NAMED = 10;

/** Why a known cause is accepted, or why it is not any more. */
export function knownText({ state, reason, issue, expires, spreadTo = [], alsoIn = [] }: KnownAs): string {
  const facts = [...(issue === undefined ? [] : [issue]), ...(expires === undefined ? [] : [`until ${expires}`])];
  const why = `${hasReason({ reason }) ? reason : "no reason is written yet"}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
  if (state === "expired") return `no longer, it expired on ${expires}: ${why}`;
  if (state === "spread") return `elsewhere, and it has spread to ${spreadTo.join(", ")}: ${why}`;
  return alsoIn.length > 0 ? `${why}; now also in ${alsoIn.join(", ")}` : why;
}

/** The causes of a report that are known, and do not count. */
export function acceptedIn(causes: readonly Cause[]): Cause[] {
  return causes.filter(({ known }) => known?.state === "accepted");
}

/** How many causes of a run are known, and how many entries accept them. An entry may accept several. */
export function acceptedText({ causes, known = [] }: Pick<Report, "causes" | "known">): string {
  const accepted = acceptedIn(causes);
  const entries = known.filter((entry) => accepted.some((cause) => isEntryOf(entry, cause)));
  return `${counted(accepted.length, "known cause")}, accepted by ${counted(entries.length, "entry", "entries")}`;
}

/** A remark about entries: a sentence, and a line for each entry. */
export interface KnownRemark {
  sentence: string;
  entries: readonly string[];
}

/** The entries of the file of known findings that a person has to look at. */
export function knownRemarks({ known = [] }: Pick<Report, "known">): KnownRemark[] {
  const gone = known.filter(({ state }) => state === "gone");
  const open = known.filter((entry) => entry.state !== "gone" && !hasReason(entry)).length;
  const notTested = known.filter(({ state }) => state === "not tested").length;
  const remarks = [
    {
      count: gone.length,
      sentence: `${gone.length === 1 ? "The cause of 1 entry is" : `The causes of ${counted(gone.length, "entry", "entries")} are`} gone. Remove ${gone.length === 1 ? "it" : "them"}, or run --update-known`,
      entries: namesOf(gone),
    },
    {
      count: open,
      sentence: `${counted(open, "entry of known causes has", "entries of known causes have")} no reason: write it in place of TODO`,
      entries: [],
    },
    {
      count: notTested,
      sentence: `${counted(notTested, "entry of known causes was", "entries of known causes were")} not tested by this run`,
      entries: [],
    },
  ];
  return remarks.filter(({ count }) => count > 0).map(({ sentence, entries }) => ({ sentence, entries }));
}

/** A remark in one line. */
export function remarkLine({ sentence, entries }: KnownRemark): string {
  return `${sentence}${entries.length > 0 ? `: ${entries.join("; ")}` : "."}`;
}

function namesOf(entries: readonly KnownEntry[]): string[] {
  const hidden = entries.length - MAX_NAMED;
  const names = entries.slice(0, MAX_NAMED).map(({ title, cause }) => title ?? cause);
  return hidden > 0 ? [...names, `… and ${hidden} more`] : names;
}
