import { describe, expect, it } from '@jest/globals';
import type { BroadcastEvent } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { resumeOnDisconnect, type BroadcastPosition } from './resume-on-disconnect.js';

const accepted: BroadcastEvent = { id: 1, event: { $case: 'accepted', accepted: { broadcastId: 'b', targets: [] } } };
const delta = (id: number): BroadcastEvent => ({
  id,
  event: { $case: 'delta', delta: { aiService: 'one', messageId: 'm', text: String(id) } },
});
const done: BroadcastEvent = { id: 9, event: { $case: 'done', done: { broadcastId: 'b', replies: [] } } };
const broken = new AppError('unavailable', 'service_unavailable', 'The conversation service is not available.');
const restarting = new AppError('unavailable', 'shutting_down', 'The service is restarting.');
const refused = new AppError('invalid', 'invalid_message', 'Write something.');

/** A stream that yields some events and then breaks, if it does. */
async function* line(events: BroadcastEvent[], fault?: AppError) {
  await Promise.resolve();
  yield* events;
  if (fault) throw fault;
}

function follow(
  lines: AsyncIterable<BroadcastEvent>[],
  {
    isRepeatable = false,
    signal = new AbortController().signal,
    from = undefined as BroadcastPosition | undefined,
  } = {},
) {
  const resumedAfter: number[] = [];
  const next = () => lines.shift() ?? line([], broken);
  const resume = ({ broadcastId, afterId }: BroadcastPosition) => {
    expect(broadcastId).toBe('b');
    resumedAfter.push(afterId);
    return next();
  };
  return {
    resumedAfter,
    events: resumeOnDisconnect({ from: from ?? { open: next, isRepeatable }, resume, signal, pauseMs: 1 }),
  };
}

async function idsOf(events: AsyncIterable<BroadcastEvent>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of events) ids.push(id);
  return ids;
}

describe('a broadcast whose line breaks', () => {
  it('goes on after the last event that was received', async () => {
    const lines = [line([accepted, delta(2), delta(3)], broken), line([delta(4)], broken), line([delta(5), done])];
    const { events, resumedAfter } = follow(lines);
    expect(await idsOf(events)).toEqual([1, 2, 3, 4, 5, 9]);
    expect(resumedAfter).toEqual([3, 4]);
  });

  it('never resumes from an event with id 0', async () => {
    const { events, resumedAfter } = follow([line([accepted, delta(2), { ...delta(0) }], broken), line([done])]);
    expect(await idsOf(events)).toEqual([1, 2, 0, 9]);
    expect(resumedAfter).toEqual([2]);
  });

  it('gives up when it stays broken', async () => {
    await expect(idsOf(follow([line([accepted], broken)]).events)).rejects.toBe(broken);
  });

  it('goes on when its line ends without the last event, as if it had been cut', async () => {
    const { events, resumedAfter } = follow([line([accepted, delta(2)]), line([]), line([delta(3), done])]);
    expect(await idsOf(events)).toEqual([1, 2, 3, 9]);
    expect(resumedAfter).toEqual([2, 2]);
  });

  it.each([
    ['that was sent', [line([])], undefined],
    [
      'that was resumed in its middle, however often it is taken up again',
      [line([delta(4)]), ...Array.from({ length: 8 }, () => line([]))],
      { broadcastId: 'b', afterId: 3 },
    ],
  ])('never ends without the last event or an error: one %s', async (_which, lines, from) => {
    const { events } = follow(lines, { from });
    await expect(idsOf(events)).rejects.toMatchObject({ code: 'stream_ended_early', kind: 'unavailable' });
  });

  it('ends without an event for a reader who has them all', async () => {
    const from = { broadcastId: 'b', afterId: 9 };
    expect(await idsOf(follow([line([])], { from }).events)).toEqual([]);
  });

  it.each([
    ['after its last event', [line([delta(4)], broken), line([delta(5), done])], [4, 5, 9], [3, 4]],
    ['although nothing came in between', [line([], broken), line([delta(4), done])], [4, 9], [3, 3]],
  ])('goes on for a reader who took it up again: %s', async (_how, lines, ids, after) => {
    const { events, resumedAfter } = follow(lines, { from: { broadcastId: 'b', afterId: 3 } });
    expect(await idsOf(events)).toEqual(ids);
    expect(resumedAfter).toEqual(after);
  });

  it('passes on at once that there is no such broadcast', async () => {
    const { events, resumedAfter } = follow([line([], refused)], { from: { broadcastId: 'b', afterId: 3 } });
    await expect(idsOf(events)).rejects.toBe(refused);
    expect(resumedAfter).toEqual([3]);
  });

  it('does not send again what may have been stored', async () => {
    await expect(idsOf(follow([line([], broken), line([accepted, done])]).events)).rejects.toBe(broken);
  });

  it.each([
    ['the call is idempotent', [line([], broken), line([accepted, done])], true],
    ['the replica refused to begin', [line([], restarting), line([accepted, done])], false],
  ])('sends once more when %s', async (_why, lines, isRepeatable) => {
    expect(await idsOf(follow(lines, { isRepeatable }).events)).toEqual([1, 9]);
  });

  it('passes a refusal on at once', async () => {
    const lines = [line([], refused), line([accepted, done])];
    await expect(idsOf(follow(lines, { isRepeatable: true }).events)).rejects.toBe(refused);
    expect(lines).toHaveLength(1);
  });

  it('ends when its reader has gone', async () => {
    const reader = new AbortController();
    reader.abort();
    const { events } = follow([line([accepted], broken), line([done])], { signal: reader.signal });
    await expect(idsOf(events)).rejects.toBe(broken);
  });
});
