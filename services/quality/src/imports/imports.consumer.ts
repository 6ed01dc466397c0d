import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { ImportedMapsService } from '../agreement/imported-maps.service.js';
import { ImportedRecordsService } from '../map-records/imported-records.service.js';
import { ImportsService } from './imports.service.js';

/** Inserts staged assessments, agreement maps and what was made of these once their conversations are imported. */
@Injectable()
export class ImportsConsumer {
  constructor(
    private readonly imports: ImportsService,
    private readonly maps: ImportedMapsService,
    private readonly records: ImportedRecordsService,
  ) {}

  @Consumes('conversation.conversations_imported.v1')
  async onConversationsImported(
    { userId, importId, conversationIds }: EventOf<'conversation.conversations_imported.v1'>,
    { tx }: EventContext,
  ): Promise<void> {
    await this.imports.take(tx, userId, importId, conversationIds);
    // In this order: what was made of a map is inserted with the map.
    await this.maps.take(tx, userId, importId, conversationIds);
    await this.records.take(tx, userId, importId, conversationIds);
  }
}
