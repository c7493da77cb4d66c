/** The request target that is sent to the server, or why none is. */
export type ForwardedTarget = { path: string } | { problem: string };

/**
 * The target of a forwarded request: the received one below the base path, byte by byte.
 *
 * @param received a path, an absolute URL, whose host is left out, or `*` (RFC 9112, 3.2)
 * @param basePath without a slash at the end; empty for none
 */
export function forwardedTarget(received: string, basePath: string): ForwardedTarget {
  if (received === "*") return { path: basePath || "*" };
  const [, origin, rest = ""] = /^(https?:\/\/[^/?#]*)?(.*)$/is.exec(received) ?? [];
  const path = origin !== undefined && !rest.startsWith("/") ? `/${rest}` : rest;
  if (!path.startsWith("/")) return { problem: "The request target is neither a path nor an http URL." };
  if (basePath !== "" && leavesBase(path)) {
    return { problem: `The path leads out of ${basePath}, below which the proxy forwards.` };
  }
  return { path: basePath + path };
}

/**
 * Whether a server may read a path as one above its beginning. Servers decode dots and slashes, take `\` for a slash, and
 * leave out what follows `;` in a segment.
 */
function leavesBase(path: string): boolean {
  const decoded = path
    .replace(/[?#].*$/s, "")
    .replace(/%2e/gi, ".")
    .replace(/%2f/gi, "/")
    .replace(/%5c/gi, "\\");
  let depth = 0;
  return decoded.split(/[/\\]/).some((segment) => {
    const [name = ""] = segment.split(";", 1);
    if (name === "..") depth -= 1;
    else if (name !== "" && name !== ".") depth += 1;
    return depth < 0;
  });
}
