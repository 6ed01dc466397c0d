import { exitCodes, Failure, usageFailure } from '../failure.js';
import { readSettingsFile, settingsPath, type Environment, type Settings } from './settings-file.js';

const usualUrl = 'http://localhost:8080';
const noKey =
  'There is no API key. Make one in Your Account (API Keys), then run "polylogue login" or set POLYLOGUE_API_KEY.';

/** The environment first, then the file that `polylogue login` writes. */
export async function readSettings(environment: Environment): Promise<Settings> {
  const path = settingsPath(environment);
  const stored = await readSettingsFile(path);
  const url = addressOf(environment['POLYLOGUE_URL'] || stored?.url || usualUrl);
  const given = environment['POLYLOGUE_API_KEY'];
  if (given) return { url, key: given };
  if (!stored) throw new Failure(noKey, exitCodes.notAllowed);
  // A key goes to no other server than the one that made it.
  const elsewhere = `The key in ${path} is for ${stored.url}. Set POLYLOGUE_API_KEY to one for ${url}.`;
  if (stored.url !== url) throw new Failure(elsewhere, exitCodes.notAllowed);
  return { url, key: stored.key };
}

/** An address as calls begin with it: without a slash, a query or a name at its end. */
export function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw usageFailure(`"${text}" is no address of a server: it looks like https://polylogue.example.org`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}
