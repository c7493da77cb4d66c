import { html, refusal } from "../answers.js";
import type { Answer, Asked, Change } from "../change.js";
import { wantedOf, wanting } from "../requests.js";

type Part = { wanted: string; sent: string };

/** A fault in how the last part of the path is read; `sent` is that part as it came in. */
function reading(
  id: string,
  title: string,
  fits: (part: Part) => boolean,
  act: (request: Asked, part: Part) => Asked | Answer,
): Change {
  return {
    id: `retrieve-${id}`,
    title,
    breaks: ["R2"],
    request(request, { operation, caller }) {
      if (operation !== "retrieveSuppression" || caller === undefined) return request;
      const part = { wanted: wantedOf(request), sent: request.path.replace(/^.*\//, "") };
      return fits(part) ? act(request, part) : request;
    },
  };
}

const notFound = () => refusal(404);
const failed = () => html(500);

/** How an address is read from the path (R2). */
export const RETRIEVE_ADDRESS: Change[] = [
  reading(
    "plus-as-space",
    "Takes a plus sign in a path for a space.",
    ({ wanted }) => wanted.includes("+"),
    (request, { wanted }) => wanting(request, wanted.replaceAll("+", " ")),
  ),
  reading("plus-fails", "Fails with 500 at a plus sign in a path.", ({ wanted }) => wanted.includes("+"), failed),
  reading(
    "percent-fails",
    "Fails with 500 at an address with a percent sign.",
    ({ wanted }) => wanted.includes("%"),
    failed,
  ),
  reading(
    "decoded-twice",
    "Decodes an address twice.",
    ({ wanted }) => /%[0-9a-f]{2}/i.test(wanted),
    (request, { wanted }) => {
      try {
        return wanting(request, decodeURIComponent(wanted));
      } catch {
        return refusal(400);
      }
    },
  ),
  reading(
    "percent-refused",
    "Refuses an address with a percent sign with 400.",
    ({ wanted }) => wanted.includes("%"),
    () => refusal(400),
  ),
  reading(
    "slash-splits",
    "Takes a slash in an address for the end of a part of the path.",
    ({ wanted }) => wanted.includes("/"),
    notFound,
  ),
  reading("slash-fails", "Fails with 500 at a slash in an address.", ({ wanted }) => wanted.includes("/"), failed),
  reading(
    "beyond-ascii-fails",
    "Fails with 500 at an address beyond ASCII.",
    ({ wanted }) => /[^\0-\x7f]/.test(wanted),
    failed,
  ),
  reading(
    "beyond-ascii-as-latin-1",
    "Reads the bytes of an address in a path as Latin-1.",
    ({ wanted }) => /[^\0-\x7f]/.test(wanted),
    (request, { wanted }) => wanting(request, Buffer.from(wanted).toString("latin1")),
  ),
  reading(
    "apostrophe-fails",
    "Fails with 500 at an address with an apostrophe.",
    ({ wanted }) => wanted.includes("'"),
    failed,
  ),
  reading(
    "encoded-at-unknown",
    "Finds no address whose @ is percent-encoded.",
    ({ sent }) => /%40/.test(sent),
    notFound,
  ),
  reading(
    "plain-at-unknown",
    "Finds no address whose @ is not percent-encoded.",
    ({ sent }) => sent.includes("@"),
    notFound,
  ),
  reading(
    "domain-lost",
    "Looks for the part of an address before the @ only.",
    ({ wanted }) => wanted.includes("@"),
    (request, { wanted }) => wanting(request, wanted.replace(/@.*/s, "")),
  ),
];
