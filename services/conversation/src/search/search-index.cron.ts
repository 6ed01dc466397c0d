import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, LOGGER, type Transaction } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { Ticking } from '../replies/ticking.js';
import { SearchIndexRepository, type IndexEntry, type Unindexed } from './search-index.repository.js';
import { partsOf, toVector, wordsOf } from './words.rules.js';

const everyMs = 250;
const batch = 200;
// A line in a list is read, not rendered.
const marks = /[*`#>|~]+/g;

/** Puts the words of new messages into the search index, away from the path of a reply. */
@Injectable()
export class SearchIndexCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #indexing: Ticking;
  #isStopped = false;

  constructor(
    private readonly repository: SearchIndexRepository,
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#indexing = new Ticking(
      everyMs,
      () => this.index(),
      (error) => logger.warn({ err: error }, 'new messages could not be indexed'),
    );
  }

  onApplicationBootstrap(): void {
    this.#indexing.start();
  }

  onModuleDestroy(): Promise<void> {
    this.#isStopped = true;
    return this.#indexing.stop();
  }

  /** Until nothing waits. */
  async index(): Promise<void> {
    while (!this.#isStopped && (await this.database.asWorker((tx) => this.#batch(tx))) === batch);
  }

  async #batch(tx: Transaction): Promise<number> {
    const taken = await this.repository.take(tx, batch);
    if (taken.length === 0) return 0;
    await this.repository.store(tx, taken.flatMap(entriesOf));
    const ids = [...new Set(taken.map(({ conversation_id }) => conversation_id))];
    const last = await this.repository.lastWords(tx, ids);
    await this.repository.storePreviews(
      tx,
      last.map(({ conversation_id, content }) => {
        const preview = [...(content ?? '').replace(marks, '').replace(/\s+/g, ' ').trim()].slice(0, 200).join('');
        return { conversationId: conversation_id, preview, key: preview.toLowerCase().slice(0, 60) };
      }),
    );
    return taken.length;
  }
}

function entriesOf({ message_id, conversation_id, user_id, content, title, is_first }: Unindexed): IndexEntry[] {
  const owner = { conversationId: conversation_id, userId: user_id };
  const entries = partsOf(content).map((text, part) => ({
    ...{ ...owner, messageId: message_id, part, words: toVector(user_id, wordsOf(text)) },
  }));
  const ofTitle = { ...owner, messageId: null, part: 0, words: toVector(user_id, wordsOf(title)) };
  return is_first ? [ofTitle, ...entries] : entries;
}
