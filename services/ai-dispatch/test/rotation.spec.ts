import { afterEach, expect, it } from '@jest/globals';
import { KeyState } from '@polylogue/proto';
import { closing, fakeAi } from '@polylogue/test-kit';
import { parseKeyRing } from '../src/keys/key-ring.js';
import { describeRotation, rotateKeys } from '../src/keys/rotate.js';
import type { Running } from './running.js';
import { newRing, panelOf, sql, startWithRing } from './settings.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

const names = ['a', 'b', 'c', 'd', 'e'];
const ringOf = (ring: object) => parseKeyRing(JSON.stringify(ring));
const keyIds = async (running: Running) =>
  (await sql<{ id: string }>(running, 'SELECT key_id AS id FROM ai_dispatch.secrets ORDER BY service')).map(
    ({ id }) => id,
  );

async function withKeys(ring: Record<string, string>) {
  const ai = add(await fakeAi());
  const running = add(await startWithRing(ring));
  for (const name of names) await panelOf(running).add({ name, model: name, baseUrl: ai.url, apiKey: `sk-${name}` });
  const { database } = running.service;
  return { ai, running, database };
}

it('closes every key anew while the service serves, and the old key may go', async () => {
  const old = newRing('k1');
  const both = { ...old, ...newRing('k2') };
  const { ai, running, database } = await withKeys(old);
  const next = add(await startWithRing(both, [], { database: running.database }));
  expect((await next.dispatch('a')).text).toBe('Hello from a.');
  const rotation = await rotateKeys({ database, ring: ringOf(both), batch: 2 });
  expect(rotation).toEqual({ rewrapped: 5, unreadable: [], byKey: new Map([['k2', 5]]) });
  expect(describeRotation(rotation, ringOf(both))).toContain('Every other key may leave AI_DISPATCH_KEY_RING.');
  expect(await keyIds(running)).toEqual(['k2', 'k2', 'k2', 'k2', 'k2']);
  expect((await next.dispatch('b')).text).toBe('Hello from b.');
  const last = add(await startWithRing({ k2: both['k2'] as string }, [], { database: running.database }));
  expect((await last.dispatch('c')).text).toBe('Hello from c.');
  expect(ai.requestsFor('c').at(-1)?.headers.authorization).toBe('Bearer sk-c');
});

it('goes on where it was cut off, and does nothing the second time', async () => {
  const old = newRing('k1');
  const ring = ringOf({ ...old, ...newRing('k2') });
  const { running, database } = await withKeys(old);
  const cut = rotateKeys({ database, ring, batch: 2, onBatch: () => Promise.reject(new Error('the power went')) });
  await expect(cut).rejects.toThrow('the power went');
  expect(await keyIds(running)).toEqual(['k2', 'k2', 'k1', 'k1', 'k1']);
  expect(await rotateKeys({ database, ring, batch: 2 })).toMatchObject({ rewrapped: 3 });
  expect(await rotateKeys({ database, ring, batch: 2 })).toMatchObject({ rewrapped: 0, byKey: new Map([['k2', 5]]) });
});

it('two at a time share the work', async () => {
  const old = newRing('k1');
  const ring = ringOf({ ...old, ...newRing('k2') });
  const { running, database } = await withKeys(old);
  const both = await Promise.all([rotateKeys({ database, ring, batch: 1 }), rotateKeys({ database, ring, batch: 1 })]);
  expect(both.reduce((sum, { rewrapped }) => sum + rewrapped, 0)).toBeGreaterThanOrEqual(5);
  expect(new Set(await keyIds(running))).toEqual(new Set(['k2']));
});

it('names what no key opens, and leaves it as it is', async () => {
  const { running, database } = await withKeys(newRing('k1'));
  const strange = newRing('k9');
  const rotation = await rotateKeys({ database, ring: ringOf(strange) });
  expect(rotation).toMatchObject({ rewrapped: 0, unreadable: names });
  expect(describeRotation(rotation, ringOf(strange))).toContain('No key of the ring opens: a, b, c, d, e.');
  expect(await keyIds(running)).toEqual(['k1', 'k1', 'k1', 'k1', 'k1']);
  const lines: Record<string, unknown>[] = [];
  const onLog = (line: Record<string, unknown>) => lines.push(line);
  const lost = add(await startWithRing(strange, [], { database: running.database, onLog }));
  expect((await panelOf(lost).list()).services.map(({ keyState }) => keyState)).toEqual(
    names.map(() => KeyState.UNREADABLE),
  );
  expect(lines.filter(({ msg }) => String(msg).startsWith('a stored key does not open'))).toHaveLength(5);
  expect(await panelOf(lost).test('a')).toMatchObject({ isWell: false, code: 'key_unreadable' });
});
