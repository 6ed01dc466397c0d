import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { usageFailure } from '../failure.js';

/** Which server is asked, and with which key. */
export interface Settings {
  url: string;
  key: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const stored = z.object({ url: z.string(), key: z.string() });

export const settingsPath = (environment: Environment): string =>
  join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'polylogue', 'config.json');

/** Undefined when there is none. */
export async function readSettingsFile(path: string): Promise<Settings | undefined> {
  const text = await readFile(path, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return undefined;
    throw usageFailure(`${path} cannot be read (${fault.code}).`);
  });
  if (text === undefined) return undefined;
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    throw usageFailure(`${path} is not understood. Run "polylogue login" to write it anew.`);
  }
}

/** For its owner's eyes only. A new file takes the place of an old one, whose mode may be another. */
export async function writeSettingsFile(path: string, settings: Settings): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}
