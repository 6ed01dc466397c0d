// The first of compose's one-shot containers: makes the secrets of an installation, once, and gives each container its own.
/** @import { Secrets } from '../secrets/secrets.js' */
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomBytes } from 'node:crypto';
import { keep } from '../secrets/kept-json.js';
import { keepSecrets } from '../secrets/secrets.js';
import { folders, holders, keyFiles } from './key-files.js';

/**
 * Writes `secrets.json` and what follows from it below `folder`. What was made before stays as it was. Answers the setup
 * code of the first account.
 * @param {string} folder one folder, in compose one volume, per container
 * @param {object} [how]
 * @param {boolean} [how.rotate] adds a key-encryption key, which encrypts from then on
 * @param {string} [how.setupCode] that of the operator, in place of the one that was made
 * @param {(path: string, owner: number) => Promise<void>} [how.hand] gives a file to the user of a container
 */
export async function makeKeys(
  folder,
  { rotate = false, setupCode, hand = (path, owner) => chown(path, owner, owner) } = {},
) {
  await mkdir(join(folder, 'owners'), { recursive: true });
  const kept = await keepSecrets(join(folder, 'owners'), holders);
  const made = rotate ? await addKey(join(folder, 'owners/secrets.json'), kept) : kept;
  const secrets = { ...made, setupCode: setupCode || made.setupCode };
  for (const [name, { owner, content }] of Object.entries(keyFiles(secrets))) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await rm(path, { force: true });
    await writeFile(path, content, { mode: 0o400 });
    await hand(path, owner);
  }
  for (const [name, owner] of Object.entries(folders)) await hand(join(folder, name), owner);
  return secrets.setupCode;
}

/** @param {string} path of the kept secrets @param {Secrets} secrets */
async function addKey(path, secrets) {
  const keyRing = {
    ...secrets.keyRing,
    [`k${Object.keys(secrets.keyRing).length + 1}`]: randomBytes(32).toString('base64'),
  };
  await keep(path, { ...secrets, keyRing });
  return { ...secrets, keyRing };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { SETUP_CODE: setupCode } = process.env;
  const code = await makeKeys('/keys', { rotate: process.argv[2] === 'rotate', setupCode });
  console.log(`The keys of this installation are there. The first account needs this setup code: ${code}`);
}
