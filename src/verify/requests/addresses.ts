/** Domains that belong to nobody (RFC 2606; RFC 6761, 6). */
const RESERVED_DOMAIN = /(^|[.@])(example|invalid|localhost|test|example\.(com|net|org))$/i;

/** Numbers of phones that are kept for fiction: 555-0100 to 555-0199 of North America, and 23125 of Berlin. */
const FICTIONAL_PHONE = /^(\+?1?[\s.-]?\(?\d{3}\)?[\s.-]?555[\s.-]?01\d\d|\+?49\s?30\s?23125\s?\d{3})$/;

/** Whether a text is an address, or the number of a phone, that reaches nobody. */
export function isReservedAddress(text: string): boolean {
  if (text.includes("@")) return RESERVED_DOMAIN.test(text.split("@").at(-1) ?? "");
  return FICTIONAL_PHONE.test(text);
}

/** An address of the same form that reaches nobody; one that is reserved keeps its domain. */
export function harmlessAddress(address: string, unique: string): string {
  const domain = address.split("@").at(-1) ?? "";
  return `verify-${unique}@${isReservedAddress(address) ? domain : "example.com"}`;
}
