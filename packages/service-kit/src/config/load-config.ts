import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { describeConfig } from './describe-config.js';

/** All faults of a configuration, in one message. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/** What to do with faults. */
export interface LoadConfigOptions {
  /** `exit` (default) prints them and ends the process with 1; `throw` throws a {@link ConfigError}. */
  onFault?: 'exit' | 'throw';
}

/**
 * Reads a configuration from the environment. Prints every fault at once, each with the key's description and what to
 * do. `X_FILE` names a file that holds the value of `X`.
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
  options: LoadConfigOptions = {},
): z.output<S> {
  const faults: string[] = [];
  const values = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, readValue(key, env, faults)]));
  // Code that is made for a schema pays when it is used again.
  const parsed = schema.safeParse(values, { jitless: true });
  if (!parsed.success) faults.push(...describeFaults(schema, values, parsed.error));
  if (parsed.success && faults.length === 0) return parsed.data;
  const error = new ConfigError(faults);
  if (options.onFault === 'throw') throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function readValue(key: string, env: NodeJS.ProcessEnv, faults: string[]): string | undefined {
  const file = env[`${key}_FILE`];
  // An empty value is how compose and CI say "not set".
  if (!file) return env[key] === '' ? undefined : env[key];
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    faults.push(`- ${key}_FILE: the file ${file} cannot be read. Check the path and its permissions.`);
    return undefined;
  }
}

function describeFaults(schema: z.ZodObject, values: Record<string, unknown>, error: z.ZodError): string[] {
  const rows = new Map(describeConfig(schema).map((row) => [row.key, row]));
  return error.issues.map((issue) => {
    const key = String(issue.path[0] ?? '');
    const row = rows.get(key);
    const fault = values[key] === undefined ? 'is missing' : `is not valid (${issue.message})`;
    const advice = row?.example ? ` Set it, for example ${key}=${row.example}.` : ' Set it in the environment.';
    return `- ${key} ${fault}: ${row?.description ?? 'no description'}.${advice}`;
  });
}
