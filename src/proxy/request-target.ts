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

/** Where a name of a path may end, for some servers. */
const END_OF_NAME = /[;#]|%(?:00|23|3b|3f)/i;

/**
 * Whether a server may read a path as one above its beginning. Servers decode dots and slashes, and take `\` for a slash.
 * They leave out what follows `;`, `#`, `?` or a zero byte. Each may also not do so. So what some read as several names is
 * one name here. All `..` count, also those behind a `#`.
 */
function leavesBase(path: string): boolean {
  const [beforeQuery = ""] = path.replace(/%2e/gi, ".").split("?", 1);
  let depth = 0;
  return beforeQuery.split("/").some((segment) => {
    let isNamed = false;
    return segment.split(/\\|%2f|%5c/i).some((part) => {
      const [name = ""] = part.split(END_OF_NAME, 1);
      if (name === "..") depth -= 1;
      else if (name !== "" && name !== "." && !isNamed) {
        isNamed = true;
        depth += 1;
      }
      return depth < 0;
    });
  });
}
