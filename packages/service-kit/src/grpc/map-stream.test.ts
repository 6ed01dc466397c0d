import { expect, it } from '@jest/globals';
import { mapStream } from './map-stream.js';

it('maps each event, and ends the source when its reader leaves', async () => {
  let isLeft = false;
  async function* counting() {
    try {
      await Promise.resolve();
      for (let count = 1; count <= 3; count += 1) yield count;
    } finally {
      isLeft = true;
    }
  }
  const words: string[] = [];
  for await (const word of mapStream(counting(), (count) => `number ${count}`)) words.push(word);
  expect(words).toEqual(['number 1', 'number 2', 'number 3']);
  isLeft = false;
  for await (const word of mapStream(counting(), String)) if (word === '2') break;
  expect(isLeft).toBe(true);
});
