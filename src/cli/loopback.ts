/** Whether only this machine can reach a host (RFC 6890; RFC 6761, section 6.3). */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1|127(\.\d{1,3}){3})$/i.test(host);
}

/** Headers by which proxies say that they forward a request of somebody else (RFC 7239; RFC 9110, section 7.6.3). */
const FORWARDING = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip)$/;

/**
 * Whether a request is that of a program on this machine. A page in a browser can reach loopback by a form, which needs no
 * preflight. It can also use a host name of its own (DNS rebinding).
 *
 * @param headers by their names in lower case
 * @param hostname that of the header `Host`, without the port
 * @param address the IP address of the client
 */
export function isFromThisMachine(headers: object, hostname: string, address: string): boolean {
  const isLocal = isLoopback(address.replace(/^::ffff:/, "")) && isLoopback(hostname.replace(/^\[|\]$/g, ""));
  return isLocal && !Object.keys(headers).some((name) => name === "origin" || FORWARDING.test(name));
}
