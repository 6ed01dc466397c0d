import { expect, it } from '@jest/globals';
import { jsonObjectOf, type Section } from './json-object.writer.js';

async function* listOf(...items: unknown[]): AsyncGenerator<unknown> {
  for (const item of items) yield await Promise.resolve(item);
}

async function textOf(sections: Section[]): Promise<string> {
  let text = '';
  for await (const piece of jsonObjectOf(sections)) text += piece;
  return text;
}

it('writes values and lists as one object', async () => {
  const sections: Section[] = [
    ['profile', { name: 'Ada "A"' }],
    ['none', undefined, listOf()],
    ['some', undefined, listOf(1, { two: '2\n' }, null)],
  ];
  const written = JSON.parse(await textOf(sections)) as unknown;
  expect(written).toEqual({ profile: { name: 'Ada "A"' }, none: [], some: [1, { two: '2\n' }, null] });
  expect(JSON.parse(await textOf([]))).toEqual({});
});

it('takes a list that is JSON already, whatever its pieces', async () => {
  const sections: Section[] = [
    ['some', undefined, listOf('{"a":[1', ',2]}', ',{"a":[]}') as AsyncGenerator<string>, true],
    ['none', undefined, listOf() as AsyncGenerator<string>, true],
  ];
  expect(JSON.parse(await textOf(sections))).toEqual({ some: [{ a: [1, 2] }, { a: [] }], none: [] });
});

it('holds no more than a piece of a long list', async () => {
  let made = 0;
  async function* long() {
    for (; made < 1_000; made += 1) yield await Promise.resolve('x'.repeat(1_000));
  }
  const pieces = jsonObjectOf([['long', undefined, long()]]);
  await pieces.next();
  expect(made).toBeLessThan(40);
});

it('rethrows what fails on the way', async () => {
  async function* broken() {
    yield await Promise.resolve(1);
    throw new Error('away');
  }
  await expect(textOf([['broken', undefined, broken()]])).rejects.toThrow('away');
});
