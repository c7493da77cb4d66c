/** Why a connection by TLS failed, in the words of OpenSSL, if the server speaks plain HTTP. */
const PLAIN = /wrong version number|packet length too long/;

/** The correction of an address of https whose server speaks http; undefined if a connection failed for another reason. */
export function httpForHttps(reason: string): string | undefined {
  return PLAIN.test(reason) ? "the server speaks http here: write http:// in place of https://" : undefined;
}
