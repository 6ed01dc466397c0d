import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { ImportedMapsService } from '../agreement/imported-maps.service.js';
import { ImportsService } from './imports.service.js';

/** Inserts staged assessments and agreement maps once their conversations are imported. */
@Injectable()
export class ImportsConsumer {
  constructor(
    private readonly imports: ImportsService,
    private readonly maps: ImportedMapsService,
  ) {}

  @Consumes('conversation.conversations_imported.v1')
  async onConversationsImported(
    { userId, importId, conversationIds }: EventOf<'conversation.conversations_imported.v1'>,
    { tx }: EventContext,
  ): Promise<void> {
    await this.imports.take(tx, userId, importId, conversationIds);
    await this.maps.take(tx, userId, importId, conversationIds);
  }
}
