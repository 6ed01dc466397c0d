import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { root } from '../slices.js';
import { spell, spellFeature } from './names.js';
import { plan, stepsFor } from './plan.js';
import { readArguments } from './read-arguments.js';
import { Tree } from './tree/tree.js';
import { writeAll } from './tree/write-all.js';

/** @param {string} line */
const refusalOf = (line) => {
  try {
    plan(new Tree(root), readArguments(line.split(' ')));
    return 'made';
  } catch (fault) {
    return /** @type {Error} */ (fault).message;
  }
};

describe('refuses', () => {
  test.each([
    ['slice', 'That is not how a slice is asked for'],
    ['page desk', 'Say what is to be made'],
    ['slice desk', 'Say which kind of slice it is'],
    ['slice desk --screen --service', 'Say which kind of slice it is'],
    ['slice desk --screen --feature labels', '--feature belongs to --service'],
    ['slice desk --colour', "Unknown option '--colour'"],
    ['feature scheduler labels --screen', '--screen says nothing about a feature'],
    ['slice Desk --screen', '"Desk" is not kebab-case'],
    ['slice ../desk --screen', '"../desk" is not kebab-case'],
    ['slice desk_two --service', '"desk_two" is not kebab-case'],
    ['slice 2desks --service', '"2desks" is not kebab-case'],
    [`slice ${'d'.repeat(31)} --service`, 'has at most 30 letters'],
    ['slice d --service', 'is too short'],
    ['slice order --service', '"order" means something else already'],
    ['slice class --screen', '"class" means something else already'],
    ['slice quality --service', 'There is a service "quality" already'],
    ['slice gateway --service', '"gateway" is taken'],
    ['slice service-kit --service', '"service-kit" is taken: packages/service-kit is there'],
    ['slice postgres --service', 'is a container of docker-compose.yml already'],
    ['slice billing --service', '"billing" is none'],
    ['slice history --screen', 'There is a micro-frontend "mfe-history" already'],
    ['slice mfe-desk --screen', 'Leave "mfe-" away'],
    ['slice administration --screen', 'begin alike'],
    ['feature nowhere labels', 'There is no service "nowhere"'],
    ['feature scheduler label', 'in the plural'],
    ['feature scheduler classes', '"class" means something else already'],
    ['feature scheduler saved-queries', 'There is a feature "saved-queries" in scheduler already'],
    ['feature scheduler pins', '"Pin" stands in proto/conversation/v1/pins.proto already'],
    ['feature gateway labels', 'No service has labels yet. Make it there first'],
    ['feature mfe-history labels', '/api has no labels yet. Serve them first'],
    ['feature mfe-nowhere labels', 'There is no micro-frontend "mfe-nowhere"'],
    ['event scheduler finished', 'Write an event as noun.verb-past'],
    ['event scheduler execution.finish', '"finish" is no past participle'],
    ['event scheduler execution.finished', 'scheduler.execution_finished.v1 is published already'],
    ['event scheduler saved-query.shared --consumer nowhere', 'There is no service "nowhere"'],
    ['event scheduler saved-query.shared --consumer scheduler', 'name another service as the consumer'],
    ['event scheduler label.added', 'scheduler has no feature that keeps a label'],
  ])('%s', (line, sentence) => expect(refusalOf(line)).toContain(sentence));
});

test('what is planned touches nothing, and says what is next', () => {
  const tree = new Tree(root);
  const wanted = readArguments('slice reading-room --service --feature reading-lists --dry-run'.split(' '));
  expect(wanted.isDry).toBe(true);
  const steps = stepsFor(wanted, plan(tree, wanted));
  expect(steps[0]).toBe('npm install');
  expect(tree.changes()).toContain('+ services/reading-room/src/reading-lists/reading-lists.service.ts');
  expect(readdirSync(join(root, 'services'))).not.toContain('reading-room');
});

describe('names', () => {
  test('are spelt as they are needed', () => {
    expect(spell('reading-lists')).toMatchObject({
      pascal: 'ReadingLists',
      camel: 'readingLists',
      snake: 'reading_lists',
      upper: 'READING_LISTS',
      words: 'reading lists',
      title: 'Reading Lists',
      sentence: 'Reading lists',
    });
  });
  test.each([
    ['reading-lists', 'reading-list'],
    ['categories', 'category'],
    ['boxes', 'box'],
    ['houses', 'house'],
    ['statuses', 'status'],
  ])('%s are many of %s', (many, one) => expect(spellFeature(many).one.kebab).toBe(one));
});

describe('writing', () => {
  /** @type {string} */
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'polylogue-new-'));
    writeFileSync(join(folder, 'kept.txt'), 'before');
    writeFileSync(join(folder, 'gone.txt'), 'before');
    mkdirSync(join(folder, 'taken'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const files = [
    { path: 'kept.txt', text: 'after' },
    { path: 'gone.txt', text: undefined },
    { path: 'deep/er/new.txt', text: 'new' },
  ];
  const names = () => readdirSync(folder, { recursive: true }).sort();

  test('is all of it', async () => {
    await writeAll(folder, files);
    expect(names()).toEqual(['deep', 'deep/er', 'deep/er/new.txt', 'kept.txt', 'taken']);
    expect(readFileSync(join(folder, 'kept.txt'), 'utf8')).toBe('after');
  });

  test('or nothing', async () => {
    const before = names();
    // A folder stands where the last file would.
    await expect(writeAll(folder, [...files, { path: 'taken', text: 'x' }])).rejects.toThrow();
    expect(names()).toEqual(before);
    expect(readFileSync(join(folder, 'kept.txt'), 'utf8')).toBe('before');
    expect(readFileSync(join(folder, 'gone.txt'), 'utf8')).toBe('before');
  });
});
