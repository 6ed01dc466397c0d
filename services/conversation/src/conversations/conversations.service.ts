import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import {
  ConversationsRepository,
  type ConversationRow,
  type Cursor,
  type MessageRow,
} from './conversations.repository.js';
import { withLiveText } from './live-text.js';

const pageSize = 100;

export interface ConversationWithMessages {
  conversation: ConversationRow;
  messages: MessageRow[];
}

@Injectable()
export class ConversationsService {
  constructor(
    private readonly repository: ConversationsRepository,
    private readonly runner: ReplyRunner,
    private readonly database: Database,
  ) {}

  /** The caller's conversations, page by page, so that the longest history is never in memory at once. */
  async *list({ userId }: Caller, includeAll: boolean, limit: number): AsyncGenerator<ConversationWithMessages> {
    let left = limit > 0 ? limit : Infinity;
    let after: Cursor | undefined;
    while (left > 0) {
      const size = Math.min(pageSize, left);
      const page = await this.#page(userId, includeAll, size, after);
      yield* page;
      if (page.length < size) return;
      left -= page.length;
      after = page.at(-1)?.conversation;
    }
  }

  async #page(userId: string, includeAll: boolean, size: number, after?: Cursor): Promise<ConversationWithMessages[]> {
    return this.database.readAsUser(userId, async (tx) => {
      const conversations = await this.repository.list(tx, userId, includeAll, size, after);
      if (conversations.length === 0) return [];
      const ids = conversations.map(({ id }) => id);
      const messages = new Map<string, MessageRow[]>(ids.map((id) => [id, []]));
      for (const message of await this.repository.listMessages(tx, userId, ids)) {
        messages.get(message.conversation_id)?.push(withLiveText(this.runner, message));
      }
      return conversations.map((conversation) => ({ conversation, messages: messages.get(conversation.id) ?? [] }));
    });
  }
}
