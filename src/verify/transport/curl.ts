import type { SentRequest } from "../model/exchange.js";

/** A command line that sends a request again. It names the variables that hold secrets, and no secret itself. */
export function curl({ method, url, headers, body, secretHeaders }: SentRequest): string {
  const parts = [
    ["curl", "-sS", "-i"],
    method === "GET" ? [] : ["-X", method],
    [quoteUrl(url)],
    // Double quotes, because the shell has to expand the variable.
    ...secretHeaders.map(([name, value]) => ["-H", `"${name}: ${value}"`]),
    ...headers.map(([name, value]) => ["-H", quote(`${name}: ${value}`)]),
    body === undefined ? [] : ["--data-raw", quote(body)],
  ];
  return parts.flat().join(" ");
}

/** In single quotes, a shell interprets the single quote alone. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A URL with a key names the variable. Percent-encoding leaves nothing else that a shell expands. */
function quoteUrl(url: string): string {
  const variable = /%24([A-Za-z_]\w*)/;
  return variable.test(url) ? `"${url.replace(variable, "$$$1")}"` : quote(url);
}
