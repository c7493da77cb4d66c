import { type CurvePoint, curveOf, type FaultCurve, foundBy, type ToolPoint } from "./curve.js";

const SIZE = { width: 760, height: 440 };
const PLOT = { left: 64, right: 736, top: 56, bottom: 376 };
/** Pixels between the baselines of labels. */
const LABEL_DISTANCE = 17;
/** Numbers of requests that the axis names. The axis is logarithmic: tools differ by a factor of a hundred. */
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;
const SHARES = [0, 0.25, 0.5, 0.75, 1] as const;
/** The tool whose curve is shown. */
const OWN = "verify";

/** Numbers of requests in the table and in the description of the picture. */
export const STATED = [5, 10, 20, 50, 100, 150, 200, 250, 300] as const;

const STYLE = `
    .ground { fill: #ffffff } .text { fill: #1f2328 } .muted { fill: #59636e } .grid { stroke: #d1d9e0 }
    .curve { stroke: #0969da } .own { fill: #0969da } .peer { fill: #bc4c00 } .lead { stroke: #59636e }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117 } .text { fill: #f0f6fc } .muted { fill: #9198a1 } .grid { stroke: #3d444d }
      .curve { stroke: #4493f8 } .own { fill: #4493f8 } .peer { fill: #ffa657 } .lead { stroke: #9198a1 }
    }
    text { font: 13px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif }
    .title { font-size: 15px; font-weight: 600 }
    .label { paint-order: stroke; stroke-width: 4; stroke-linejoin: round; stroke: #ffffff }
    @media (prefers-color-scheme: dark) { .label { stroke: #0d1117 } }
  `;

/** The picture of a curve as SVG, for light and dark pages. The same curve gives the same text. */
export function picture(curve: FaultCurve): string {
  const { faults, tools } = curve;
  const points = curveOf(curve.firstFindings);
  const most = Math.max(...points.map(({ requests }) => requests), ...tools.map(({ requests }) => requests), 10);
  const end = TICKS.find((tick) => tick >= most) ?? most;
  const x = (requests: number) =>
    rounded(PLOT.left + (Math.log(Math.max(1, requests)) / Math.log(end)) * (PLOT.right - PLOT.left));
  const y = (share: number) => rounded(PLOT.bottom - share * (PLOT.bottom - PLOT.top));
  const { width, height } = SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">Faults found by requests sent</title>
  <desc id="description">${escaped(description(curve))}</desc>
  <style>${STYLE}</style>
  <rect class="ground" width="${width}" height="${height}"/>
  <text class="text title" x="${PLOT.left}" y="26">Faults found by requests sent</text>
${SHARES.map((share) => shareLine(share, y(share))).join("\n")}
${TICKS.filter((tick) => tick <= end)
  .map((tick) => `  <text class="muted" x="${x(tick)}" y="${PLOT.bottom + 20}" text-anchor="middle">${tick}</text>`)
  .join("\n")}
  <text class="muted" x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.bottom + 44}" text-anchor="middle">requests sent (logarithmic)</text>
  <path class="curve" fill="none" stroke-width="2.5" stroke-linejoin="round" d="${steps(points, faults, x, y)}"/>
${labelled(tools, x, y).join("\n")}
</svg>
`;
}

/** The picture in words. */
export function description({ faults, firstFindings, tools }: FaultCurve): string {
  const points = curveOf(firstFindings);
  const last = points.at(-1)?.requests ?? 0;
  const stated = STATED.filter((requests) => requests <= last);
  const shares = stated.map((requests) => `${percent(foundBy(points, requests) / faults)} after ${requests}`);
  const others = tools.map(({ name, requests, share }) => `${name} ${percent(share)} with ${rounded(requests)}`);
  return `A run of verify has found, of ${faults} faults, ${shares.join(", ")} requests. Whole runs: ${others.join(", ")} requests.`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function shareLine(share: number, y: number): string {
  return `  <line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y}" y2="${y}"/>
  <text class="muted" x="${PLOT.left - 8}" y="${y + 4}" text-anchor="end">${percent(share)}</text>`;
}

type Scale = (value: number) => number;

function steps(points: readonly CurvePoint[], faults: number, x: Scale, y: Scale): string {
  const parts = points.map(({ requests, found }) => `H${x(requests)}V${y(found / faults)}`);
  return `M${x(1)} ${y(0)}${parts.join("")}H${PLOT.right}`;
}

/** The tools as points with their names: other tools to the left of their points, ours above its point. */
function labelled(tools: readonly ToolPoint[], x: Scale, y: Scale): string[] {
  const others = tools
    .filter(({ name }) => name !== OWN)
    .toSorted((one, other) => other.share - one.share || other.requests - one.requests);
  const left = Math.min(...others.map(({ requests }) => x(requests))) - 22;
  const heights = apart(others.map(({ share }) => y(share)));
  const labels = others.map(({ name, requests, share }, index) => {
    const [pointX, pointY, height = pointY] = [x(requests), y(share), heights[index]];
    return `  <line class="lead" x1="${left + 4}" y1="${height}" x2="${pointX}" y2="${pointY}"/>
  <path class="peer" d="M${pointX} ${pointY - 6}l6 6l-6 6l-6 -6z"/>
  <text class="text label" x="${left}" y="${height + 4}" text-anchor="end">${escaped(name)} ${percent(share)}</text>`;
  });
  const own = tools
    .filter(({ name }) => name === OWN)
    .map(
      ({ name, requests, share }) => `  <circle class="own" cx="${x(requests)}" cy="${y(share)}" r="6"/>
  <text class="text label" x="${x(requests)}" y="${y(share) - 12}" text-anchor="middle">${escaped(name)} ${percent(share)}</text>`,
    );
  return [...labels, ...own];
}

/** Heights of labels that do not overlap, and stay in the plot. @param heights of their points, the highest one first */
function apart(heights: readonly number[]): number[] {
  let last = Number.NEGATIVE_INFINITY;
  const lowered = heights.map((height) => {
    last = Math.max(height, last + LABEL_DISTANCE);
    return last;
  });
  return lowered.map((height, index) =>
    rounded(Math.min(height, PLOT.bottom - 4 - (lowered.length - 1 - index) * LABEL_DISTANCE)),
  );
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
