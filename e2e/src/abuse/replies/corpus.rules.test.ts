import { describe, expect, test } from '@jest/globals';
import { seeded } from '../seeded.rules.js';
import { contexts, encodings } from './contexts.js';
import {
  canaryName,
  groupsOf,
  hostileReplies,
  joined,
  leakDomain,
  markOf,
  pieces,
  roundsOf,
  sampleReplies,
  services,
  sourceOf,
} from './corpus.rules.js';

const all = hostileReplies(1);

describe('hostile replies', () => {
  test('are at least 2,000 that run a script and 500 that ask another server, no two the same', () => {
    const texts = (kind: string) => new Set(all.filter((each) => each.kind === kind).map(({ text }) => text)).size;
    expect(texts('script')).toBeGreaterThanOrEqual(2_000);
    expect(texts('leak')).toBeGreaterThanOrEqual(500);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  test('stand in every place and are written in every way', () => {
    for (const name of [...Object.keys(contexts), ...Object.keys(encodings)]) {
      expect(all.some(({ made }) => made.includes(` · ${name}`))).toBe(true);
    }
  });

  test('tell of themselves, but for a few that only open something', () => {
    const silent = all.filter(
      ({ id, text }) => !text.includes(`${canaryName}('${id}')`) && !text.includes(`${id}.${leakDomain}`),
    );
    expect(new Set(silent.map(({ made }) => made.split(' · ')[0]))).toEqual(new Set(['<script']));
  });

  test('are those of their seed', () => {
    expect(hostileReplies(1)).toEqual(all);
    expect(hostileReplies(2)).not.toEqual(all);
    expect(sampleReplies(3)).toEqual(sampleReplies(3));
    expect(sampleReplies(3).length).toBeLessThan(200);
  });
});

test('groups lose none, and one that is open stands last in its group', () => {
  const groups = groupsOf(all, 8);
  expect(
    groups
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(all.map(({ id }) => id).toSorted());
  for (const group of groups) expect(group.slice(0, -1).some(({ isOpen }) => isOpen)).toBe(false);
  const text = joined(groups[0]!);
  for (const reply of groups[0]!) expect(text).toContain(markOf(reply));
});

test('rounds give each service one group at most, and lose none', () => {
  const rounds = roundsOf(all);
  expect(Math.max(...rounds.map(({ length }) => length))).toBe(services.length);
  expect(new Set(rounds.flat(2).map(({ id }) => id)).size).toBe(all.length);
});

test('a source tells of itself where a script of it runs or it is asked for', () => {
  for (const [at, reply] of all.slice(0, 8).entries()) {
    const { url } = sourceOf(reply, at);
    expect(url.includes(`${canaryName}('${reply.id}')`) || url.includes(`${reply.id}.${leakDomain}`)).toBe(true);
  }
});

test('pieces are the text, whatever the cuts', () => {
  for (const seed of [1, 2, 3])
    expect(pieces('<img src=x onerror=1>', seeded(seed)).join('')).toBe('<img src=x onerror=1>');
});
