import { pointerNames } from "#openapi/document/pointer.js";
import { escapedPattern } from "#openapi/patterns/escaped-pattern.js";
import type { SentRequest } from "#verify/model/request/exchange.js";
import type { Target } from "#verify/model/target/target.js";
import { redact } from "#verify/report/redaction/redact.js";
import { curl } from "#verify/transport/curl.js";
import type { Precursor } from "./history.js";

/**
 * The lines of a shell that send a request again. If the run created the resource that the request names, the lines before
 * create and change it. Node.js reads the new identifier. The server of a run ends with the run. So the lines name the
 * address and the keys that it has when it is started again.
 *
 * @param precursors the requests that have to be sent before
 */
export function reproduction(request: SentRequest, target: Target, precursors: readonly Precursor[] = []): string {
  const variables: Variable[] = [];
  const lineOf = (sent: SentRequest, isRead = true) =>
    curl(withVariables(forRestart(sent, target), variables), (text) => redact(text, target), isRead);
  const lines = precursors.map(({ exchange, created }) => {
    const path = created && propertyPath(created.pointer);
    if (!created || path === undefined) return lineOf(exchange.request);
    const name = variables.length === 0 ? "id" : `id${variables.length + 1}`;
    const line = `${name}=$(${lineOf(exchange.request, false)} | node -pe 'JSON.parse(${textFor(created.value)})${path}')`;
    variables.push({ name, value: created.value });
    return line;
  });
  return [...lines, lineOf(request)].join("\n");
}

/** The text that Node.js reads from its input: it rounds long integers, so they become texts. */
function textFor(identifier: string): string {
  const isLong = /^-?\d+$/.test(identifier) && !Number.isSafeInteger(Number(identifier));
  const quoting = '.replace(/([:[,]\\s*)(-?\\d{16,})(?=\\s*[,}\\]])/g, "$1\\"$2\\"")';
  return isLong ? `fs.readFileSync(0, "utf8")${quoting}` : "fs.readFileSync(0)";
}

/** A variable of the shell in place of an identifier. */
interface Variable {
  name: string;
  value: string;
}

/** The request with variables in place of identifiers in its URL. */
function withVariables(request: SentRequest, variables: readonly Variable[]): SentRequest {
  let { url } = request;
  const secrets = [...request.secrets];
  for (const { name, value } of variables) {
    const segment = new RegExp(`/${escapedPattern(encodeURIComponent(value))}(?=[/?]|$)`, "g");
    if (!segment.test(url)) continue;
    const placeholder = `__${name}-of-the-new-resource__`;
    url = url.replace(segment, () => `/${placeholder}`);
    secrets.push([placeholder, `$${name}`]);
  }
  return { ...request, url, secrets };
}

/** A JSON pointer as the properties of an object in JavaScript. Undefined if it has a name that a shell would read. */
function propertyPath(pointer: string): string | undefined {
  const names = pointerNames(pointer);
  if (names.length === 0 || names.some((name) => !/^[\w $-]+$/.test(name))) return undefined;
  return names.map((name) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `["${name}"]`)).join("");
}

function forRestart(request: SentRequest, { baseUrl, restart }: Target): SentRequest {
  if (!restart) return request;
  const { url, secrets } = request;
  return {
    ...request,
    url: url.startsWith(baseUrl) ? `${restart.baseUrl}${url.slice(baseUrl.length)}` : url,
    secrets: secrets.map(([placeholder, expression]) => [
      placeholder,
      expression.replace(/\$([A-Za-z_]\w*)/g, (all, name: string) => {
        const key = restart.keys[name];
        return key === undefined ? all : `\${${name}:-${key}}`;
      }),
    ]),
  };
}
