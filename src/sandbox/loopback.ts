/** True for a host that only this machine can reach (RFC 6890, RFC 6761, 6.3). */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1|127(\.\d{1,3}){3})$/i.test(host);
}
