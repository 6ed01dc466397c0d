import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { isInstalled } from '../src/install/install.js';
import { removeScratch, scratchFolder } from './scratch.js';

/** @typedef {Record<string, import('../src/install/install.js').LockedPackage>} Packages */

afterAll(removeScratch);

/** @param {Packages} wanted @param {Packages | undefined} present */
async function checkout(wanted, present) {
  const root = await scratchFolder();
  await mkdir(join(root, 'node_modules'));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }));
  if (present) {
    await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }));
  }
  return root;
}

/** @type {Packages} */
const pg = { 'node_modules/pg': { version: '8.23.1' } };
/** @type {Packages} */
const forMac = { 'node_modules/pg-darwin': { version: '1.0.0', optional: true } };

test.each(
  /** @type {[name: string, wanted: Packages, present: Packages | undefined, answer: boolean][]} */ ([
    ['nothing was ever installed', pg, undefined, false],
    ['what is wanted is there', pg, pg, true],
    ['another version is there', pg, { 'node_modules/pg': { version: '8.0.0' } }, false],
    ['one is missing', { ...pg, 'node_modules/nats': { version: '2.29.3' } }, pg, false],
    ['only what is for another platform is missing', { ...pg, ...forMac }, pg, true],
  ]),
)('%s', async (_case, wanted, present, answer) => {
  expect(await isInstalled(await checkout(wanted, present))).toBe(answer);
});
