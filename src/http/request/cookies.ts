import { percentDecoded } from "#openapi/document/percent-decoded.js";

/** The cookies of a header `Cookie` (RFC 6265, 4.2.1), percent-decoded. */
export function cookiesOf(header: string | null | undefined): Record<string, string> {
  if (!header) return {};
  return Object.fromEntries(
    header.split(";").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [] : [[pair.slice(0, at).trim(), percentDecoded(pair.slice(at + 1).trim())]];
    }),
  );
}
