import { describe, expect, it } from '@jest/globals';
import { Lanes } from './lanes.js';

/** Work that notes when it begins, and ends when the test says. */
function aScene(lanes = new Lanes()) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (key: string, name: string) =>
    lanes.run(key, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    });
  const end = async (name: string, error?: Error) => {
    ends.get(name)!(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { lanes, begun, run, end };
}

describe('lanes', () => {
  it('run the work of one key one after the other, and hold up no other key', async () => {
    const { lanes, begun, run, end } = aScene();
    const all = [run('ada', 'a1'), run('ada', 'a2'), run('eve', 'e1'), run('ada', 'a3')];
    expect(begun).toEqual(['a1', 'e1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'e1', 'a2']);
    await end('a2');
    await end('e1');
    await end('a3');
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'e1', 'a3']);
    expect(lanes.size).toBe(0);
  });

  it('go on behind work that failed', async () => {
    const { begun, run, end } = aScene();
    const [first, second] = [run('ada', 'a1'), run('ada', 'a2')];
    await Promise.all([expect(first).rejects.toThrow('refused'), end('a1', new Error('refused'))]);
    expect(begun).toEqual(['a1', 'a2']);
    await end('a2');
    expect(await second).toBe('a2');
  });

  it('fail what waits behind a failure that it would only meet again', async () => {
    const isAway = (error: unknown) => (error as Error).message === 'away';
    const { lanes, begun, run, end } = aScene(new Lanes(isAway));
    const all = ['a1', 'a2', 'a3'].map((name) => expect(run('ada', name)).rejects.toThrow('away'));
    const other = run('eve', 'e1');
    await end('a1', new Error('away'));
    await Promise.all(all);
    await end('e1');
    expect(await other).toBe('e1');
    expect(begun).toEqual(['a1', 'e1']);
    expect(lanes.size).toBe(0);
  });
});
