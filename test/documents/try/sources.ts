/** Documents of a package on npm. */
export interface PackageSource {
  package: string;
  version: string;
  /** Files of the package, or the end of their paths. */
  files: readonly string[] | RegExp;
}

/** A document of a public repository on GitHub. */
export interface RepositorySource {
  name: string;
  repository: string;
  commit: string;
  path: string;
}

/** The packages with documents that are measured by default. */
export const PACKAGES: readonly PackageSource[] = [
  { package: "@octokit/openapi", version: "23.0.2", files: ["generated/api.github.com.json"] },
  { package: "@figma/rest-api-spec", version: "0.43.0", files: ["openapi/openapi.yaml"] },
  // The same documents exist in YAML.
  { package: "@readme/oas-examples", version: "8.2.2", files: /^3\.[01]\/json\/.*\.json$/ },
];

/** The repositories with documents that are measured by default. */
export const REPOSITORIES: readonly RepositorySource[] = [
  {
    name: "Adyen Checkout",
    repository: "Adyen/adyen-openapi",
    commit: "aa014f0cbdb58ff5c44a2ff9d5fe734642210aff",
    path: "json/CheckoutService-v71.json",
  },
  {
    name: "Asana",
    repository: "Asana/openapi",
    commit: "fc9f8dcf224efa8e06bfc955d91dd95aac7a398d",
    path: "defs/asana_oas.yaml",
  },
  {
    name: "Box",
    repository: "box/box-openapi",
    commit: "c9a878a9824344129881392e2b08f7117201e82e",
    path: "openapi.json",
  },
  {
    name: "DigitalOcean",
    repository: "digitalocean/openapi",
    commit: "7c1300c479fed9c353cda9fc21cd968619552304",
    path: "specification/DigitalOcean-public.v2.yaml",
  },
  {
    name: "Discord",
    repository: "discord/discord-api-spec",
    commit: "74fda0fad044407ea280043a03ffc9bc64c4e49e",
    path: "specs/openapi.json",
  },
  {
    name: "OpenAI",
    repository: "openai/openai-openapi",
    commit: "f85dbe223d40e1a31cba812ab2d755c7e98a92a3",
    path: "openapi.yaml",
  },
  {
    name: "Twilio",
    repository: "twilio/twilio-oai",
    commit: "d50069b44ea8cd23141385bdb6db48f16ff75bb5",
    path: "spec/json/twilio_api_v2010.json",
  },
];

/** The address of a document of a repository. */
export function addressOf({ repository, commit, path }: RepositorySource): string {
  return `https://raw.githubusercontent.com/${repository}/${commit}/${path}`;
}
