/** Why a connection by TLS failed, in the words of OpenSSL, if the server speaks plain HTTP. */
const PLAIN = /wrong version number|packet length too long/;

/** What to change if a connection failed because a server of http has an address of https. Undefined for another reason. */
export function httpForHttps(reason: string): string | undefined {
  return PLAIN.test(reason) ? "the server speaks http here: write http:// in place of https://" : undefined;
}
