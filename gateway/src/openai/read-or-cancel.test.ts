import { describe, expect, it } from '@jest/globals';
import { readOrCancel } from './read-or-cancel.js';

/** Events are words: `id:…` names the work, `end` is its last. */
function aWork(...events: string[]) {
  const cancelled: string[] = [];
  const work = {
    open: async function* () {
      for (const event of events) yield await Promise.resolve(event);
    },
    idOf: (event: string) => (event.startsWith('id:') ? event.slice(3) : undefined),
    isLast: (event: string) => event === 'end',
    cancel: (id: string) => void cancelled.push(id),
  };
  return { work, cancelled };
}
const { signal } = new AbortController();
async function readAll(events: AsyncIterable<string>, leaveAt?: string) {
  const read: string[] = [];
  for await (const event of events) {
    read.push(event);
    if (event === leaveAt) break;
  }
  return read;
}

describe('streamed work', () => {
  it('that is read to its end is not cancelled', async () => {
    const { work, cancelled } = aWork('id:7', 'text', 'end');
    expect(await readAll(readOrCancel(work, signal))).toEqual(['id:7', 'text', 'end']);
    expect(cancelled).toEqual([]);
  });

  it('is cancelled once when its reader leaves it, or hangs up', async () => {
    const left = aWork('id:7', 'text', 'end');
    await readAll(readOrCancel(left.work, signal), 'text');
    expect(left.cancelled).toEqual(['7']);
    const gone = new AbortController();
    const hungUp = aWork('id:7', 'text', 'more', 'end');
    const reading = (async () => {
      for await (const event of readOrCancel(hungUp.work, gone.signal)) if (event === 'text') gone.abort();
    })();
    await expect(reading).rejects.toThrow('aborted');
    expect(hungUp.cancelled).toEqual(['7']);
  });

  it('whose reader is gone already is cancelled as soon as it has said its id', async () => {
    const { work, cancelled } = aWork('id:7', 'end');
    await expect(readAll(readOrCancel(work, AbortSignal.abort()))).rejects.toThrow('aborted');
    expect(cancelled).toEqual(['7']);
  });

  it.each([[['id:7', 'text']], [['id:7', 'text', 'id:7', 'text', 'end']]])(
    'that ends early or begins anew is an error: %j',
    async (events) => {
      const { work, cancelled } = aWork(...events);
      await expect(readAll(readOrCancel(work, signal))).rejects.toMatchObject({ code: 'stream_ended_early' });
      expect(cancelled).toEqual(['7']);
    },
  );
});
