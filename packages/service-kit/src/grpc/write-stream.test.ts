import { expect, it } from '@jest/globals';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { EventEmitter } from 'node:events';
import { mapStream } from './map-stream.js';
import { writeStream } from './write-stream.js';

/** A call as grpc-js has it: what it cannot send is an error of its own, which it listens for. */
function openCall() {
  const sent: string[] = [];
  const call = Object.assign(new EventEmitter(), {
    cancelled: false,
    write: (message: string) => sent.push(message) > 0,
    end: () => void sent.push('end'),
  });
  call.on('error', () => sent.push('failed'));
  return { call, sent };
}

async function outcomesOf(messages: AsyncIterable<string>, { call, sent }: ReturnType<typeof openCall>) {
  const outcomes: string[] = [];
  await new Promise<void>((resolve) => {
    const outcome = {
      resolve: () => (outcomes.push('resolved'), resolve()),
      reject: (error: unknown) => {
        outcomes.push(`rejected: ${String(error)}`);
        call.emit('error', error);
        resolve();
      },
    };
    writeStream(call as unknown as ServerWritableStream<unknown, string>, messages, outcome);
  });
  // What comes after its end says nothing any more.
  call.emit('cancelled');
  return { outcomes, sent };
}

it('ends once, with what was written', async () => {
  async function* two() {
    yield* ['a', 'b'];
  }
  expect(await outcomesOf(two(), openCall())).toEqual({ outcomes: ['resolved'], sent: ['a', 'b', 'end'] });
});

it('fails once, and is not said to have ended well before or after', async () => {
  async function* broken() {
    yield 'a';
    throw new Error('broken');
  }
  const { outcomes, sent } = await outcomesOf(broken(), openCall());
  expect({ outcomes, sent }).toEqual({ outcomes: ['rejected: Error: broken'], sent: ['a', 'failed'] });
});

it('returns its generator when a step behind that fails, and when the call does', async () => {
  const returned: string[] = [];
  async function* source(name: string) {
    try {
      yield* ['a', 'b'];
    } finally {
      returned.push(name);
    }
  }
  const refused = () => {
    throw new Error('no such word');
  };
  const { outcomes } = await outcomesOf(mapStream(source('step'), refused), openCall());
  const { call, sent } = openCall();
  const full = Object.assign(call, { write: refused });
  const { outcomes: others } = await outcomesOf(source('call'), { call: full, sent });
  await new Promise((resolve) => setImmediate(resolve));
  expect([...outcomes, ...others]).toEqual(['rejected: Error: no such word', 'rejected: Error: no such word']);
  expect(returned).toEqual(['step', 'call']);
});

it('ends well when its caller leaves, and returns its generator', async () => {
  const open = openCall();
  let isReturned = false;
  async function* endless() {
    try {
      yield 'a';
      open.call.emit('cancelled');
      yield 'b';
    } finally {
      isReturned = true;
    }
  }
  expect(await outcomesOf(endless(), open)).toEqual({ outcomes: ['resolved'], sent: ['a'] });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isReturned).toBe(true);
});
