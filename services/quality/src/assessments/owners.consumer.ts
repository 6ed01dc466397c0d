import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { RemovalRepository } from '../judging/removal.repository.js';

/** What becomes of assessments when what they are about, or their owner, goes. */
@Injectable()
export class OwnersConsumer {
  constructor(private readonly removal: RemovalRepository) {}

  /** Everything goes; a judge still at work finds its row gone and is not recorded. */
  @Consumes('admin.user_erased.v1')
  async onUserErased({ userId }: EventOf<'admin.user_erased.v1'>, { tx }: EventContext): Promise<void> {
    await this.removal.deleteOf(tx, userId);
  }

  /** What was said about the replies of other conversations stays, also what the deleted ones' services said. */
  @Consumes('conversation.conversations_deleted.v1')
  async onConversationsDeleted(
    { userId, conversationIds }: EventOf<'conversation.conversations_deleted.v1'>,
    { tx }: EventContext,
  ): Promise<void> {
    await this.removal.deleteConversations(tx, userId, conversationIds);
  }
}
