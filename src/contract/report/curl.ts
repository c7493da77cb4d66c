import type { SentRequest } from "../exchange.js";

/** A command line that repeats a request. The key is left out: the line names the variable that holds it. */
export function curl({ method, url, headers, body, keyHeaders }: SentRequest): string {
  const parts = [
    ["curl", "-sS", "-i"],
    method === "GET" ? [] : ["-X", method],
    // The variable has to be expanded, so these stand in double quotes.
    ...[quoteUrl(url)],
    ...keyHeaders.map(([name, value]) => ["-H", `"${name}: ${value}"`]),
    ...headers.map(([name, value]) => ["-H", quote(`${name}: ${value}`)]),
    body === undefined ? [] : ["--data-raw", quote(body)],
  ];
  return parts.flat().join(" ");
}

/** In single quotes nothing has a meaning to a shell but the single quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A URL that carries a key names the variable; percent-encoding leaves nothing else for a shell to expand. */
function quoteUrl(url: string): string[] {
  const variable = /%24([A-Za-z_]\w*)/;
  return variable.test(url) ? [`"${url.replace(variable, "$$$1")}"`] : [quote(url)];
}
