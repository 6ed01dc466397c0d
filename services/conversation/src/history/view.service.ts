import { Injectable } from '@nestjs/common';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import {
  ConversationsRepository,
  type ConversationRow,
  type MessageRow,
} from '../conversations/conversations.repository.js';
import { withLiveText } from '../conversations/live-text.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import { SummariesRepository } from '../summaries/summaries.repository.js';
import type { Summary } from '../summaries/summary.entity.js';
import { conversationNotFound } from './history.errors.js';
import { ViewRepository, type Shown, type ShownSibling } from './view.repository.js';
import { pagesOf } from './view.rules.js';

type WithText<T> = T & { message: MessageRow };

export type ViewStep =
  | { kind: 'conversation'; conversation: ConversationRow }
  | { kind: 'messages'; messages: MessageRow[] }
  | { kind: 'siblings'; siblings: WithText<ShownSibling>[] }
  | { kind: 'summaries'; summaries: Summary[] };

/** One conversation, with what other services replied to the same messages. */
@Injectable()
export class ViewService {
  constructor(
    private readonly repository: ViewRepository,
    private readonly conversations: ConversationsRepository,
    private readonly summaries: SummariesRepository,
    private readonly runner: ReplyRunner,
    private readonly database: Database,
  ) {}

  /** Page by page, so that a long conversation is never in memory as a whole; each page in one transaction. */
  async *view({ userId }: Caller, id: string): AsyncGenerator<ViewStep> {
    const { conversation, ...pages } = await this.database.readAsUser(userId, async (tx) => {
      const found = await this.repository.findOne(tx, userId, id);
      if (!found) throw conversationNotFound();
      const messages = pagesOf<Shown>(await this.repository.messages(tx, userId, id));
      const siblings = pagesOf<ShownSibling>(await this.repository.siblings(tx, userId, id));
      const first = messages[0] && (await this.#texts(tx, userId, messages[0]));
      const isAll = messages.length <= 1 && siblings.length <= 1;
      const others = isAll && siblings[0] ? await this.#texts(tx, userId, siblings[0]) : undefined;
      const summaries = (await this.summaries.ofConversations(tx, userId, [id])).map(({ summary }) => summary);
      return { conversation: found, messages, siblings, first, others, summaries };
    });
    yield { kind: 'conversation', conversation };
    for (const [at, page] of pages.messages.entries()) {
      const shown = at === 0 && pages.first ? pages.first : await this.#page(userId, page);
      yield { kind: 'messages', messages: shown.map(({ message }) => message) };
    }
    for (const page of pages.siblings) {
      yield { kind: 'siblings', siblings: pages.others ?? (await this.#page(userId, page)) };
    }
    if (pages.summaries.length > 0) yield { kind: 'summaries', summaries: pages.summaries };
  }

  #page<T extends Shown>(userId: string, page: readonly T[]): Promise<WithText<T>[]> {
    return this.database.readAsUser(userId, (tx) => this.#texts(tx, userId, page));
  }

  /** What was deleted since is left out. */
  async #texts<T extends Shown>(tx: Transaction, userId: string, page: readonly T[]): Promise<WithText<T>[]> {
    const ids = page.map(({ id }) => id);
    const rows = await this.conversations.listByIds(tx, userId, ids);
    const byId = new Map(rows.map((message) => [message.id, withLiveText(this.runner, message)]));
    return page.flatMap((shown) => {
      const message = byId.get(shown.id);
      return message ? [{ ...shown, message }] : [];
    });
  }
}
