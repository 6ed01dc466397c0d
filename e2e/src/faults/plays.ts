import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Answering } from './answering.js';

// How a provider fails. Each answers a request for a reply, or for the list of models.

const json = { 'content-type': 'application/json' };

/** An error as careless vendors write it: with the key and a stack in it. */
const errorBody = ({ asked: { key } }: Answering) => {
  const message = `Incorrect API key provided: ${key}`;
  return JSON.stringify({
    error: { message, type: 'scripted', stack: `Error: ${key}\n    at serve (/srv/vendor.js:1:1)` },
  });
};

export const refuses =
  (status: number, headers: Record<string, string> = {}) =>
  (answering: Answering): void => {
    answering.response.writeHead(status, { ...json, ...headers });
    answering.response.end(errorBody(answering));
  };

export const answersWith =
  (type: string, bodyOf: (answering: Answering) => string) =>
  (answering: Answering): void => {
    answering.response.writeHead(200, { 'content-type': type });
    answering.response.end(bodyOf(answering));
  };

/** Half of the text, then what goes wrong. */
export const breaks = (end: (answering: Answering) => unknown) => async (answering: Answering) => {
  const { text } = answering.asked;
  answering.begin();
  await answering.say(text.slice(0, Math.ceil(text.length / 2)));
  await end(answering);
};

export const never = () => {};

export async function floods(answering: Answering): Promise<void> {
  answering.begin();
  const piece = 'x'.repeat(64 * 1024);
  for (let size = 0; size < 50 * 1024 * 1024; size += piece.length) if (!(await answering.say(piece))) return;
  await answering.finish();
}

export async function drips(answering: Answering): Promise<void> {
  answering.begin();
  while (await answering.say('drip ')) await sleep(400);
}

/** 50 MB of frames in 50 kB. */
const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'data: {"choices":[{"delta":{"content":"boom"}}]}\n\n'));

// Sent though nobody said they could unpack it.
export const gzipBomb = (answering: Answering) => {
  answering.begin({ 'content-encoding': 'gzip' });
  answering.response.end(bomb);
};

export const redirect = ({ response, asked }: Answering) => {
  response.writeHead(302, { location: `${asked.origin}/elsewhere` });
  response.end();
};

export async function duplicates(answering: Answering): Promise<void> {
  answering.begin();
  for (const piece of answering.asked.text.match(/.{1,5}/gs) ?? []) await answering.say(piece, 2);
  await answering.finish(2);
}

export const empty = async (answering: Answering) => {
  answering.begin();
  await answering.finish();
};

export const wholeJson = ({ asked: { service, text, key } }: Answering) => {
  const message = { role: 'assistant', content: text };
  return JSON.stringify({ id: key, model: service, choices: [{ index: 0, message, finish_reason: 'stop' }] });
};

export const page = ({ asked: { key } }: Answering) => `<!doctype html><title>Sign in</title><script>"${key}"</script>`;

export async function garbles(answering: Answering): Promise<void> {
  await answering.write(`data: {"choices":[{"delta":{"con${answering.asked.key}\n\n`);
  answering.response.end();
}
