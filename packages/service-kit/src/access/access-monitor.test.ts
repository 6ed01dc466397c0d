import { describe, expect, it } from '@jest/globals';
import { AccessMonitor, type AccessMonitorOptions } from './access-monitor.js';

function monitor(running: string[], denied: Set<string>, more: Partial<AccessMonitorOptions> = {}) {
  const watchers = new Map<string, (userId: string) => void>();
  const [stopped, asked]: [string[], string[][]] = [[], []];
  const warned: string[] = [];
  const events = {
    watch: (([subject], notify) => {
      watchers.set(subject!, (userId) => notify(subject!, { userId } as never));
      return () => watchers.delete(subject!);
    }) as AccessMonitorOptions['events']['watch'],
  };
  const findDenied = (userIds: readonly string[]) => {
    asked.push([...userIds]);
    return Promise.resolve(userIds.filter((id) => denied.has(id)));
  };
  const logger = { warn: (_: unknown, sentence: string) => warned.push(sentence) } as never;
  const spenders = [{ users: running, stopUser: (id: string) => void stopped.push(id) }];
  const all = { events, logger, access: { findDenied }, spenders, everyMs: 1 };
  return { monitor: new AccessMonitor({ ...all, ...more }), watchers, stopped, asked, warned };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the monitor of access', () => {
  it('checks every user with a run, each once, and stops those who are denied', async () => {
    const { monitor: rounds, stopped, asked } = monitor(['a', 'b', 'a'], new Set(['b']));
    rounds.start();
    while (stopped.length === 0) await settled();
    await rounds.stop();
    expect(asked[0]).toEqual(['a', 'b']);
    expect(new Set(stopped)).toEqual(new Set(['b']));
  });

  it('checks at once when an event names a user with a run, and no other user', async () => {
    const { monitor: rounds, watchers, stopped, asked } = monitor(['a'], new Set(['a']), { everyMs: 1_000_000 });
    rounds.start();
    watchers.get('admin.user_access_changed.v1')!('b');
    watchers.get('admin.user_erased.v1')!('a');
    await settled();
    await rounds.stop();
    expect(asked).toEqual([['a']]);
    expect(stopped).toEqual(['a']);
  });

  it('believes no event: a user whom admin still lets spend goes on', async () => {
    const { monitor: rounds, watchers, stopped } = monitor(['a'], new Set(), { everyMs: 1_000_000 });
    rounds.start();
    watchers.get('admin.user_erased.v1')!('a');
    await settled();
    await rounds.stop();
    expect(stopped).toEqual([]);
  });

  it('stops no run while admin is away, and says so once', async () => {
    let asked = 0;
    const findDenied = () => Promise.reject(new Error(`away ${(asked += 1)}`));
    const { monitor: rounds, stopped, warned } = monitor(['a'], new Set(['a']), { access: { findDenied } });
    rounds.start();
    while (asked < 3) await settled();
    await rounds.stop();
    expect(stopped).toEqual([]);
    expect(warned).toHaveLength(1);
  });
});
