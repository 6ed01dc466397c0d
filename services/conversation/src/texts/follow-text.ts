import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError, Drain } from '@polylogue/service-kit';
import type { RunningText } from './running-text.js';
import type { Text, TextEvent } from './text.entity.js';

const tailMs = 200;

/** Where a text is read from. */
export interface TextSource<T extends Text> {
  /** Undefined unless this process runs it. */
  running: RunningText<T> | undefined;
  find: () => Promise<T | undefined>;
  notFound: () => AppError;
  stopping: () => AppError;
  drain: Drain;
}

/**
 * All of a text from the beginning, then its end, from this process's memory, else from the store. A reader that leaves
 * does not end it.
 */
export async function* followText<T extends Text>(
  source: TextSource<T>,
  signal: AbortSignal,
): AsyncGenerator<TextEvent<T>> {
  let sent = '';
  for await (const event of source.running?.follow(signal) ?? []) {
    yield event;
    if (event.kind === 'done') return;
    sent += event.text;
  }
  while (!signal.aborted) {
    const item = await source.find();
    if (!item) throw source.notFound();
    // The stored text may be behind what was read from memory, by one interval of saving: then nothing is new yet.
    const text = item.content.startsWith(sent) ? item.content.slice(sent.length) : '';
    if (text !== '') yield { kind: 'delta', text };
    sent += text;
    if (item.end) return yield { kind: 'done', item };
    if (source.drain.signal.aborted) throw source.stopping();
    await sleep(tailMs, undefined, { signal }).catch(() => undefined);
  }
}
