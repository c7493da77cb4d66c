import { broken } from "#verify/rules/sentence.js";
import type { Check } from "./check.js";

/** A date of HTTP (RFC 9110, 5.6.7), in any of its forms. */
const DATE = /^[A-Z][a-z]+(, | )[\w :-]+$/;

/** The forms of headers that HTTP itself defines, and that clients read by it. Names are in lower case. */
const FORMS: Readonly<Record<string, { form: RegExp; described: string }>> = {
  // RFC 9110, 8.8.3.
  etag: { form: /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/, described: 'a tag in double quotes, such as "1" or W/"1"' },
  // RFC 9110, 10.2.2; RFC 3986, 4.1.
  location: { form: /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/, described: "a reference to a URI" },
  // RFC 9110, 10.2.3.
  "retry-after": { form: new RegExp(`^\\d+$|${DATE.source}`), described: "a number of seconds, or a date" },
  // RFC 9110, 10.2.1.
  allow: { form: /^([\w!#$%&'*+.^`|~-]+([ \t]*,[ \t]*|$))*$/, described: "methods with commas between them" },
};

/**
 * Headers of HTTP have the form that HTTP defines for them. Clients are used to others as well, so these are warnings. The
 * schema of a documented header is checked in any case.
 */
export const headerForms: Check = {
  id: "headers",
  run({ spec: { operation }, exchange }) {
    return Object.entries(FORMS).flatMap(([name, { form, described }]) => {
      const value = exchange.headers.get(name);
      if (value === null || form.test(value)) return [];
      return [
        {
          ...broken("header-of-other-form", { header: name, form: described }),
          basis: "lenient",
          place: operation.pointer,
          expected: described,
          received: value,
          about: { header: name },
        },
      ];
    });
  },
};
