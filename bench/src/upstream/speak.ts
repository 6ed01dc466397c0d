import type { ServerResponse } from 'node:http';
import { now } from '../processes/clock.js';
import { markdownToken } from './markdown-tokens.rules.js';
import { closingChunks, openingChunk, tokenChunks } from './openai-chunks.rules.js';
import { seedOf, tokenText } from './reply-tokens.rules.js';
import type { Spoken } from './spoken.js';
import { dueAt, type Timetable, writesOf } from './timetable.rules.js';

/** Streams one reply after its timetable; a late timer never moves the times that follow. */
export function speak(response: ServerResponse, spoken: Spoken, timetable: Timetable, onEnd: () => void) {
  const seed = seedOf(spoken.service, spoken.key);
  const tokenOf = timetable.isMarkdown ? markdownToken : (index: number) => tokenText(seed, index);
  const chunkOf = tokenChunks(spoken.service);
  const writes = writesOf(timetable);
  let write = 0;
  let timer: NodeJS.Timeout | undefined;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();

  const finish = () => {
    if (spoken.endedAt > 0) return;
    clearTimeout(timer);
    spoken.endedAt = now();
    spoken.complete = spoken.tokens === timetable.tokens;
    onEnd();
  };
  const wait = () => {
    const delay = spoken.receivedAt + dueAt(timetable, write) - now();
    timer = setTimeout(next, Math.max(0, delay));
  };
  const next = () => {
    const until = Math.min((write + 1) * timetable.tokensPerWrite, timetable.tokens);
    let packet = write === 0 ? openingChunk(spoken.service) : '';
    if (write === 0) spoken.firstAt = now();
    for (; spoken.tokens < until; spoken.tokens += 1) packet += chunkOf(tokenOf(spoken.tokens));
    write += 1;
    if (write < writes) {
      response.write(packet);
      return wait();
    }
    response.end(packet + closingChunks(spoken.service, spoken.tokens));
    finish();
  };
  response.once('close', finish);
  wait();
}
