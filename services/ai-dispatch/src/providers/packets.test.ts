import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { Packets } from './packets.js';

function answer() {
  const wire = new PassThrough();
  return { wire, packets: new Packets(wire as unknown as IncomingMessage) };
}

/** After everything that is under way has had its turn. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the packets of an answer', () => {
  it('come as the network brings them, joined when they were not read meanwhile', async () => {
    const { wire, packets } = answer();
    const waiting = packets.next();
    wire.write('one ');
    expect(await waiting).toBe('one ');
    for (const text of ['two ', 'three']) {
      wire.write(text);
      await settled();
    }
    wire.end();
    expect(await packets.next()).toBe('two three');
    expect(await packets.next()).toBeUndefined();
    expect(await packets.next()).toBeUndefined();
  });

  it('are all delivered before the fault that ended them', async () => {
    const { wire, packets } = answer();
    wire.write('half');
    await settled();
    wire.destroy(new Error('reset'));
    await settled();
    expect(await packets.next()).toBe('half');
    await expect(packets.next()).rejects.toThrow('reset');
  });

  it('end with a fault when the answer is cut off without one', async () => {
    const { wire, packets } = answer();
    const waiting = packets.next();
    wire.destroy();
    await expect(waiting).rejects.toThrow('cut off');
  });

  it('are not taken from the wire faster than they are read', async () => {
    const { wire, packets } = answer();
    const text = 'x'.repeat(16 * 1024);
    for (let index = 0; index < 20; index += 1) {
      wire.write(text);
      await settled();
    }
    expect(wire.isPaused()).toBe(true);
    wire.end();
    let length = 0;
    for (let next = await packets.next(); next !== undefined; next = await packets.next()) length += next.length;
    expect(length).toBe(20 * text.length);
  });
});
