import type { SentRequest } from "#verify/model/request/exchange.js";
import type { Target } from "#verify/model/target/target.js";
import { redact } from "#verify/report/redact.js";
import { curl } from "#verify/transport/curl.js";

/**
 * A command line that sends a request again. The server of a run ends with the run, so the line names the address and
 * the keys that it has when it is started again.
 */
export function reproduction(request: SentRequest, target: Target): string {
  return curl(forRestart(request, target), (text) => redact(text, target));
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
