import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../../..');
const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * The cells of each row of the table under a heading.
 * @param {string} heading
 */
function rowsUnder(heading) {
  const section = text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What stands in code spans. @param {string} cell */
const namesIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** A path, of which `<name>`, `<name>.ts` and `*` may be any. @param {string} name */
function isThere(name) {
  const [, script] = /^npm run (\S+)$/.exec(name) ?? [];
  if (script) return script in scripts;
  const [fixed = ''] = name.split(/[^/]*[<*]/);
  return existsSync(join(root, fixed));
}

describe('one guess', () => {
  const answers = rowsUnder('One guess').map(([question = '', answer = '']) => ({ question, names: namesIn(answer) }));

  test('leads somewhere, and to nothing that is gone', () => {
    expect(answers.length).toBeGreaterThan(20);
    // What is no path of ours, such as the name of a program, stands in the question.
    expect(answers.filter(({ names }) => names.length === 0 || !names.every(isThere))).toEqual([]);
  });

  test('finds a rule in one file', () => {
    const files = rowsUnder('Twenty rules, and where each stands').map(([, cell = '']) => namesIn(cell));
    expect(files).toHaveLength(20);
    const missing = files.filter(([file = '', ...more]) => more.length > 0 || !existsSync(join(root, file)));
    expect(missing).toEqual([]);
  });
});

test('a message is walked in 60 files at most, those of one vendor among them', () => {
  const files = rowsUnder('A message, file by file').flatMap(([, cell = '']) => namesIn(cell));
  const ofVendor = readdirSync(join(root, 'services/ai-dispatch/src/providers/openai')).filter((name) =>
    /\.ts$/.test(name),
  );
  const vendor = 'providers/<vendor>/';
  expect(files).toContain(vendor);
  const walked = [...files.filter((name) => name !== vendor), ...ofVendor];
  expect(walked.length).toBeGreaterThan(40);
  expect(walked.length).toBeLessThanOrEqual(60);
});

test('what a reply is called is declared where it is said, once', () => {
  const rows = rowsUnder('What a reply is called on its way').map(([names = '', , file = '']) => ({
    types: namesIn(names),
    file: namesIn(file)[0] ?? '',
  }));
  expect(rows.length).toBeGreaterThan(10);
  const declares = (/** @type {string} */ file, /** @type {string} */ type) =>
    new RegExp(`^export (?:abstract )?(?:class|interface|type) ${type}\\b`, 'm').test(readFileSync(file, 'utf8'));
  const missing = rows.flatMap(({ types, file }) => {
    const path = join(root, file.startsWith('services/') ? '' : 'services/conversation/src', file);
    return types.filter((type) => !existsSync(path) || !declares(path, type)).map((type) => `${type} in ${file}`);
  });
  expect(missing).toEqual([]);
});

test('a promise stands once', () => {
  const rows = readFileSync(join(root, 'docs/promises.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!what is promised|-)/.test(line))
    .map((line) => line.replaceAll(/\s+/g, ' '));
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
});
