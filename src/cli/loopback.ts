/** Whether only this machine can reach a host (RFC 6890; RFC 6761, section 6.3). */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1|127(\.\d{1,3}){3})$/i.test(host);
}
