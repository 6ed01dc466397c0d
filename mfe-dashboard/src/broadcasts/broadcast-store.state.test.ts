import { describe, expect, it, jest } from '@jest/globals';
import type { BroadcastStreamEvent } from '@polylogue/api-contract';
import { BroadcastStore } from './broadcast-store.state.js';
import { pendingReply, newBroadcast } from './broadcast.state.js';

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
  const listeners = { gpt: jest.fn(), claude: jest.fn(), all: jest.fn() };
  store.subscribe('gpt', listeners.gpt);
  store.subscribe('claude', listeners.claude);
  store.subscribeToAll(listeners.all);
  const replies = [pendingReply('gpt', 0), pendingReply('claude', 0)];
  store.put(newBroadcast({ key: 'k', kind: 'send', message: 'm', replies }));
  Object.values(listeners).forEach((listener) => listener.mockClear());
  return { store, frames, listeners };
}

describe('the store of what streams', () => {
  it('paints many deltas once per frame, and only the panel they belong to', () => {
    const { store, frames, listeners } = started();
    for (let id = 1; id <= 50; id++) store.apply('k', delta('gpt', 'x', id));
    expect(frames).toHaveLength(1);
    expect(store.turnsOf('gpt')[0]?.reply.text).toBe('');
    frames[0]?.();
    expect(store.turnsOf('gpt')[0]?.reply.text).toBe('x'.repeat(50));
    expect(listeners.gpt).toHaveBeenCalledTimes(1);
    expect(listeners.claude).not.toHaveBeenCalled();
    expect(listeners.all).not.toHaveBeenCalled();
  });

  it('notifies only those who show its text of a reply that grows', () => {
    const { store, frames, listeners } = started();
    const grows = jest.fn();
    store.subscribeToText('gpt', grows);
    store.apply('k', delta('gpt', 'One', 1));
    frames.shift()?.();
    expect(listeners.gpt).toHaveBeenCalledTimes(1);
    const turns = store.turnsOf('gpt');
    store.apply('k', delta('gpt', ' two', 2));
    store.apply('k', delta('gpt', ' three', 3));
    frames.shift()?.();
    expect(store.textOf('k', 'gpt')).toBe('One two three');
    expect(grows).toHaveBeenCalledTimes(1);
    expect(listeners.gpt).toHaveBeenCalledTimes(1);
    expect(store.turnsOf('gpt')).toBe(turns);
    expect(frames).toHaveLength(0);
  });

  it('notifies the panel of the first token after a lost connection', () => {
    const { store, frames, listeners } = started();
    store.apply('k', delta('gpt', 'One', 1));
    frames.shift()?.();
    store.put({ ...store.get('k')!, isLost: true });
    listeners.gpt.mockClear();
    store.apply('k', delta('gpt', ' two', 2));
    frames.shift()?.();
    expect(listeners.gpt).toHaveBeenCalledTimes(1);
    expect(store.turnsOf('gpt')[0]).toMatchObject({ isLost: false, reply: { text: 'One two' } });
  });

  it('keeps the snapshot of a panel without news', () => {
    const { store, frames } = started();
    const before = store.turnsOf('claude');
    store.apply('k', delta('gpt', 'x', 1));
    frames[0]?.();
    expect(store.turnsOf('claude')).toBe(before);
  });

  it('keeps the text of what streams elsewhere when some services are cleared', () => {
    const { store } = started();
    store.apply('k', delta('gpt', 'One', 1));
    store.apply('k', delta('gpt', ' two', 2));
    store.clear(['claude']);
    store.apply('k', delta('gpt', ' three', 3));
    expect(store.textOf('k', 'gpt')).toBe('One two three');
    expect(store.turnsOf('claude')).toEqual([]);
  });

  it('forgets a broadcast', () => {
    const { store, listeners } = started();
    store.forget('k');
    expect(store.turnsOf('gpt')).toEqual([]);
    expect(store.list()).toEqual([]);
    expect(listeners.gpt).toHaveBeenCalledTimes(1);
    expect(listeners.all).toHaveBeenCalledTimes(1);
  });
});
