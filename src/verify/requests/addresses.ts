/** Domains that are reserved for documentation (RFC 2606, 3), and names that lead nowhere (RFC 6761, 6). */
const RESERVED_DOMAIN = /(^|\.)(example\.(com|net|org)|invalid|localhost|test)$/i;

/** Numbers of phones that are kept for fiction: 555-0100 to 555-0199 of North America, and 23125 of Berlin. */
const FICTIONAL_PHONE = /^(\+?1?[\s.-]?\(?\d{3}\)?[\s.-]?555[\s.-]?01\d\d|\+?49\s?30\s?23125\s?\d{3})$/;

const EMAIL = /^[^\s@/]+@[^\s@/]+$/;

const WEB = /^(https?|wss?|ftp):\/\/([^/?#@\s]+@)?([^/?#:\s]+)/i;

/** The host to which an address of the web or of mail leads; undefined for any other text. */
function hostOf(text: string): string | undefined {
  return EMAIL.test(text) ? text.split("@").at(-1) : WEB.exec(text)?.[3];
}

/** Whether a text is an address, or the number of a phone, that reaches no person and no server. */
export function isReservedAddress(text: string): boolean {
  const host = hostOf(text);
  return host === undefined ? FICTIONAL_PHONE.test(text) : RESERVED_DOMAIN.test(host);
}

/** Whether a text is an address of the web, or of mail. */
export function isAddress(text: string): boolean {
  return hostOf(text) !== undefined;
}

/** An address of the same form that reaches no person; one that is reserved keeps its domain. */
export function harmlessAddress(address: string, unique: string): string {
  const domain = address.split("@").at(-1) ?? "";
  return `verify-${unique}@${isReservedAddress(address) ? domain : "example.com"}`;
}

/** The same address of the web on a reserved host. */
export function harmlessUrl(url: string): string {
  return isReservedAddress(url) ? url : url.replace(WEB, (_, scheme: string) => `${scheme}://example.com`);
}
