// Keys that an agent needs and that are kept in a safe place until it is started.

interface Secrets {
  get(name: string): PromiseLike<string | undefined>;
}

/** The environment with each `${secret:NAME}` replaced; what is not there is left out. */
export async function withSecrets(
  env: Readonly<Record<string, string>>,
  secrets: Secrets | undefined,
): Promise<Record<string, string>> {
  const known: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const secret = /^\$\{secret:(.+)\}$/.exec(value)?.[1];
    const text = secret === undefined ? value : await secrets?.get(secret);
    if (text !== undefined) known[name] = text;
  }
  return known;
}
