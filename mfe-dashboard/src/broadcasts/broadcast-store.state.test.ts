import { describe, expect, it, jest } from '@jest/globals';
import type { BroadcastStreamEvent } from '@polylogue/api-contract';
import { BroadcastStore } from './broadcast-store.state.js';
import { askedReply, newBroadcast } from './broadcast.state.js';

const delta = (aiService: string, text: string, id: number): BroadcastStreamEvent => ({
  event: 'delta',
  id: String(id),
  data: { aiService, messageId: '00000000-0000-7000-8000-000000000001', text },
});

function started() {
  const frames: (() => void)[] = [];
  const store = new BroadcastStore(
    (paint) => void frames.push(paint),
    () => 0,
  );
  const heard = { gpt: jest.fn(), claude: jest.fn(), all: jest.fn() };
  store.subscribe('gpt', heard.gpt);
  store.subscribe('claude', heard.claude);
  store.subscribeToAll(heard.all);
  const replies = [askedReply('gpt', 0), askedReply('claude', 0)];
  store.put(newBroadcast({ key: 'k', kind: 'send', message: 'm', replies }));
  Object.values(heard).forEach((listener) => listener.mockClear());
  return { store, frames, heard };
}

describe('the store of what streams', () => {
  it('paints many deltas once per frame, and only the panel they belong to', () => {
    const { store, frames, heard } = started();
    for (let id = 1; id <= 50; id++) store.apply('k', delta('gpt', 'x', id));
    expect(frames).toHaveLength(1);
    expect(store.turnsOf('gpt')[0]?.reply.text).toBe('');
    frames[0]?.();
    expect(store.turnsOf('gpt')[0]?.reply.text).toBe('x'.repeat(50));
    expect(heard.gpt).toHaveBeenCalledTimes(1);
    expect(heard.claude).not.toHaveBeenCalled();
    expect(heard.all).not.toHaveBeenCalled();
  });

  it('tells of a reply that grows only those who show its text', () => {
    const { store, frames, heard } = started();
    const grows = jest.fn();
    store.subscribeToText('gpt', grows);
    store.apply('k', delta('gpt', 'One', 1));
    frames.shift()?.();
    expect(heard.gpt).toHaveBeenCalledTimes(1);
    const turns = store.turnsOf('gpt');
    store.apply('k', delta('gpt', ' two', 2));
    store.apply('k', delta('gpt', ' three', 3));
    frames.shift()?.();
    expect(store.textOf('k', 'gpt')).toBe('One two three');
    expect(grows).toHaveBeenCalledTimes(1);
    expect(heard.gpt).toHaveBeenCalledTimes(1);
    expect(store.turnsOf('gpt')).toBe(turns);
    expect(frames).toHaveLength(0);
  });

  it('tells the panel of the first token after a lost line', () => {
    const { store, frames, heard } = started();
    store.apply('k', delta('gpt', 'One', 1));
    frames.shift()?.();
    store.put({ ...store.get('k')!, isLost: true });
    heard.gpt.mockClear();
    store.apply('k', delta('gpt', ' two', 2));
    frames.shift()?.();
    expect(heard.gpt).toHaveBeenCalledTimes(1);
    expect(store.turnsOf('gpt')[0]).toMatchObject({ isLost: false, reply: { text: 'One two' } });
  });

  it('keeps the snapshot of a panel nothing was told of', () => {
    const { store, frames } = started();
    const before = store.turnsOf('claude');
    store.apply('k', delta('gpt', 'x', 1));
    frames[0]?.();
    expect(store.turnsOf('claude')).toBe(before);
  });

  it('forgets a broadcast', () => {
    const { store, heard } = started();
    store.forget('k');
    expect(store.turnsOf('gpt')).toEqual([]);
    expect(store.list()).toEqual([]);
    expect(heard.gpt).toHaveBeenCalledTimes(1);
    expect(heard.all).toHaveBeenCalledTimes(1);
  });
});
