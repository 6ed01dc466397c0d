import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { hasTest } from '../layout/specification.js';
import { makePage, pagePath, readRows } from './asvs.js';
import { toTables, verdicts } from './tables.js';
import { requirements } from './requirements.js';

const root = join(import.meta.dirname, '../../../..');
const rows = readRows();
const usesKeys =
  /\b(createCipheriv|createHmac|hkdfSync|generateKeyPairSync|createPrivateKey|jwtVerify|authorizationCodeGrant|AwsClient)\(|from '@node-rs\/argon2'/;

/** @param {string} folder */
const namesIn = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

/** Sources that run. @param {string} folder */
const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name) && !/\.(test|fixture)\./.test(name))
    .map((name) => `${folder}/${name}`);

describe('the table of ASVS 5.0', () => {
  test('has the 70 requirements of level 1 and the 183 of level 2, each once, in their order', () => {
    expect(rows.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
    expect(requirements.filter(({ level }) => level === '1')).toHaveLength(70);
    expect(requirements.filter(({ level }) => level === '2')).toHaveLength(183);
  });

  test('knows four verdicts', () => expect(rows.filter(({ verdict }) => !verdicts.includes(verdict))).toEqual([]));

  test('says why where there is no test, or where something is missing', () => {
    const needsReason = rows.filter(({ verdict, tests = [] }) => verdict !== 'met' || tests.length === 0);
    expect(needsReason.filter(({ note }) => !note).map(({ id }) => id)).toEqual([]);
  });

  test('names where it is done, in files that are there', () => {
    const silent = rows.filter(({ verdict, where = [] }) => verdict.startsWith('met') && where.length === 0);
    expect(silent.map(({ id }) => id)).toEqual([]);
    const lost = rows.flatMap(({ id, where = [] }) =>
      where.filter((path) => !existsSync(join(root, path))).map((path) => `${id}: there is no ${path}`),
    );
    expect(lost).toEqual([]);
  });

  test('names tests that are there', () => {
    const lost = rows.flatMap(({ id, tests = [] }) =>
      tests
        .filter(({ file, title }) => {
          const path = join(root, file);
          return !existsSync(path) || (title !== undefined && !hasTest(readFileSync(path, 'utf8'), title));
        })
        .map(({ file, title = '' }) => `${id}: ${file} has no test "${title}"`),
    );
    expect(lost).toEqual([]);
  });

  test('names every source that makes or uses a key at V11.1.2: the list of keys and algorithms is whole', () => {
    const folders = ['gateway', 'packages/service-kit', 'packages/build-kit', ...namesIn('services')];
    const sources = folders.flatMap((folder) => filesIn(`${folder}/src`));
    const used = sources.filter((path) => usesKeys.test(readFileSync(join(root, path), 'utf8')));
    const named = rows.find(({ id }) => id === 'V11.1.2')?.where?.filter((path) => path !== 'docs/security.md');
    expect(named?.toSorted()).toEqual(used.toSorted());
  });

  test('stands in docs/asvs.md as `npm run asvs` writes it', () =>
    expect(readFileSync(pagePath, 'utf8')).toBe(makePage()));
});

test('what is not met stands first', () => {
  const page = toTables([{ id: 'V1.1.1', says: 'Decode once', verdict: 'not met', note: 'It does a|b.' }]);
  expect(page).toContain('## Not met\n\n- **V1.1.1** Decode once: It does a|b.\n');
  expect(page).toContain('| V1.1.1 | 2 | Decode once | not met |  | It does a\\|b. |');
});
