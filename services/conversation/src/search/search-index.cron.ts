import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, LOGGER, PeriodicTask, type Transaction } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { NIL } from 'uuid';
import { previewOf } from './plain-words.rules.js';
import { SearchIndexRepository, type IndexEntry, type Unindexed } from './search-index.repository.js';
import { partsOf, toVector, wordsOf } from './words.rules.js';

// Of a process that died, or of what is stored some other way than sent: what is sent here is looked for when it is stored.
const everyMs = 2_000;
const gatherMs = 250;
const maxMessages = 200;
const maxBytes = 1_000_000;

/** Puts the words of new messages into the search index, away from the path of a reply. */
@Injectable()
export class SearchIndexCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #indexing: PeriodicTask;
  #lastUser: string = NIL;

  constructor(
    private readonly repository: SearchIndexRepository,
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#indexing = new PeriodicTask({
      everyMs,
      gatherMs,
      work: () => this.index(),
      onError: (error) => logger.warn({ err: error }, 'indexing new messages failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.#indexing.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#indexing.stop();
  }

  /** Messages were stored, or replies ended: their words are found in a moment. */
  nudge(): void {
    this.#indexing.nudge();
  }

  /** Indexes until nothing is left. */
  async index(): Promise<void> {
    while (!this.#indexing.isStopped && (await this.database.asWorker((tx) => this.#batch(tx))));
  }

  /** Answers whether any were taken; it was a share of each user's, so more may wait. */
  async #batch(tx: Transaction): Promise<boolean> {
    const read = await this.repository.read(tx, maxMessages, maxBytes, this.#lastUser);
    if (read.length === 0) return false;
    this.#lastUser = read.reduce((last, each) => (each.turn > last.turn ? each : last)).user_id;
    // No conversation is locked yet: a message that is sent to one need not wait for these words.
    const entries = await entriesOf(read);
    const claimed = await this.repository.claim(tx, read);
    const taken = read.filter(({ message_id }) => claimed.has(message_id));
    if (taken.length === 0) return false;
    await this.repository.store(
      tx,
      taken.flatMap(({ message_id }) => entries.get(message_id)!),
    );
    const ids = [...new Set(taken.map(({ conversation_id }) => conversation_id))];
    const last = await this.repository.lastWords(tx, ids);
    await this.repository.storePreviews(
      tx,
      last.map(({ conversation_id, content }) => ({ conversationId: conversation_id, ...previewOf(content ?? '') })),
    );
    return true;
  }
}

/** By message. Yields to the event loop after each part of a text, so that no streaming reply waits for it. */
async function entriesOf(messages: readonly Unindexed[]): Promise<Map<string, IndexEntry[]>> {
  const all = new Map<string, IndexEntry[]>();
  for (const { message_id, conversation_id, user_id, content, title, is_first } of messages) {
    const entries: IndexEntry[] = [];
    all.set(message_id, entries);
    const add = (messageId: string | null, part: number, text: string) =>
      entries.push({
        conversationId: conversation_id,
        userId: user_id,
        messageId,
        part,
        words: toVector(user_id, wordsOf(text)),
      });
    if (is_first) add(null, 0, title);
    for (const [part, text] of partsOf(content).entries()) {
      add(message_id, part, text);
      await nextTurn();
    }
  }
  return all;
}
