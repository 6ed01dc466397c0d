import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@polylogue/service-kit';
import { ConversationsRepository, type MessageRow } from '../conversations/conversations.repository.js';
import { withLiveText } from '../conversations/live-text.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import { ViewRepository } from './view.repository.js';
import { pagesOf } from './view.rules.js';

/** Messages of one thread that were read together; a long thread comes in several. */
export interface ThreadPiece {
  conversationId: string;
  isFirst: boolean;
  messages: MessageRow[];
}

/** Whole threads with the texts of their files, as an export needs them: the longest is never in memory at once. */
@Injectable()
export class ThreadsService {
  constructor(
    private readonly repository: ViewRepository,
    private readonly conversations: ConversationsRepository,
    private readonly runner: ReplyRunner,
    private readonly database: Database,
  ) {}

  /** In the order of `ids`; a thread without a message comes too. */
  async *read(userId: string, ids: readonly string[]): AsyncGenerator<ThreadPiece> {
    const { pages, first } = await this.database.readAsUser(userId, async (tx) => {
      const found = pagesOf(await this.repository.threads(tx, userId, ids));
      return { pages: found, first: found[0] && (await this.#texts(tx, userId, found[0])) };
    });
    const waiting = [...ids];
    let open: string | undefined;
    for (const [at, page] of pages.entries()) {
      const messages =
        at === 0 && first ? first : await this.database.readAsUser(userId, (tx) => this.#texts(tx, userId, page));
      for (const own of threadsIn(messages)) {
        const conversationId = own[0]!.conversation_id;
        const isFirst = open !== conversationId;
        while (isFirst && waiting[0] !== conversationId) yield emptyThread(waiting.shift()!);
        if (isFirst) open = waiting.shift();
        yield { conversationId, isFirst, messages: own };
      }
    }
    for (const id of waiting) yield emptyThread(id);
  }

  /** What was deleted since is left out. */
  async #texts(tx: Transaction, userId: string, page: readonly { id: string }[]): Promise<MessageRow[]> {
    const ids = page.map(({ id }) => id);
    const rows = await this.conversations.listByIds(tx, userId, ids, { withFileTexts: true });
    const byId = new Map(rows.map((message) => [message.id, message]));
    return ids.flatMap((id) => byId.get(id) ?? []).map((message) => withLiveText(this.runner, message));
  }
}

/** Those of one thread stand together already. */
function threadsIn(messages: readonly MessageRow[]): MessageRow[][] {
  const threads: MessageRow[][] = [];
  for (const message of messages) {
    const last = threads.at(-1);
    if (last?.[0]?.conversation_id === message.conversation_id) last.push(message);
    else threads.push([message]);
  }
  return threads;
}

const emptyThread = (conversationId: string): ThreadPiece => ({ conversationId, isFirst: true, messages: [] });
