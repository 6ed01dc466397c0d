import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { RemovalRepository } from '../judging/removal.repository.js';

/** What becomes of assessments when what they are about goes. With their owner they go as everything does. */
@Injectable()
export class ConversationsConsumer {
  constructor(private readonly removal: RemovalRepository) {}

  /** What was said about the replies of other conversations stays, also what the deleted ones' services said. */
  @Consumes('conversation.conversations_deleted.v1')
  async onConversationsDeleted(
    { userId, conversationIds }: EventOf<'conversation.conversations_deleted.v1'>,
    { tx }: EventContext,
  ): Promise<void> {
    await this.removal.deleteConversations(tx, userId, conversationIds);
  }
}
