/** argon2id as OWASP advises it. Algorithm 2 is argon2id; the package's enum does not exist at run time. */
export const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const today = `m=${argon2id.memoryCost},t=${argon2id.timeCost},p=${argon2id.parallelism}`;

/** Whether a hash was made with another algorithm or other parameters than today's. */
export function isOutdated(hash: string): boolean {
  const [, algorithm, version, parameters] = hash.split('$');
  return algorithm !== 'argon2id' || version !== 'v=19' || parameters !== today;
}
