import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { microFrontends, servers } from '../slices.js';
import { breachesOfName, requiredFiles, requiredScripts } from './layout.js';

const root = join(import.meta.dirname, '../../../..');
/** @typedef {keyof typeof requiredFiles} SliceKind */

/** @type {[folder: string, kind: SliceKind][]} */
const slices = [
  ...servers.map((folder) => /** @type {[string, SliceKind]} */ ([folder, 'server'])),
  ...microFrontends.map((folder) => /** @type {[string, SliceKind]} */ ([folder, 'microFrontend'])),
  ['shell', 'host'],
];

/** @param {string} folder */
const sourcesOf = (folder) =>
  readdirSync(join(root, folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(join(root, folder, 'src'), join(entry.parentPath, entry.name)));

describe.each(slices)('%s', (folder, kind) => {
  test('has what every slice of its kind has', () => {
    expect(requiredFiles[kind].filter((file) => !existsSync(join(root, folder, file)))).toEqual([]);
    const { scripts = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const required = requiredScripts[kind === 'server' ? 'server' : 'web'];
    expect(required.filter((script) => !(script in scripts))).toEqual([]);
  });

  test('names its files after features and roles', () => {
    const breaches = sourcesOf(folder).flatMap((path) => breachesOfName(path).map((breach) => `${path}: ${breach}`));
    expect(breaches).toEqual([]);
  });
});

describe('the layout rules fire', () => {
  test.each([
    ['utils/thing.ts', 'folder "utils" is a role, not a feature'],
    ['broadcasts/Broadcast.ts', '"Broadcast" is not kebab-case'],
    ['broadcasts/broadcast.manager.ts', '".manager" is no suffix of the list'],
    ['broadcasts/index.ts', 'no index file inside a slice: import the file itself'],
  ])('%s', (path, breach) => expect(breachesOfName(path)).toContain(breach));

  test('a good name passes', () => expect(breachesOfName('broadcasts/broadcasts.rules.test.ts')).toEqual([]));
});
