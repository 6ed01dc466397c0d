import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { SearchIndexRepository } from './search-index.repository.js';
import { toVector, wordsOf } from './words.rules.js';

/** Far more than the claims of a map have. */
const maxLength = 20_000;

/** Makes the claims of agreement maps part of the search. They are few and short, and need not wait in its queue. */
@Injectable()
export class ClaimsConsumer {
  constructor(private readonly index: SearchIndexRepository) {}

  /** An event without claims is that of a map that is gone. */
  @Consumes('quality.agreement_map_changed.v1')
  async onMapChanged(
    { mapId, userId, conversationIds, claims }: EventOf<'quality.agreement_map_changed.v1'>,
    { tx }: EventContext,
  ): Promise<void> {
    const body = claims.join('\n').replaceAll('\0', '\uFFFD').slice(0, maxLength);
    await this.index.storeClaims(tx, { mapId, userId, conversationIds, body, words: toVector(userId, wordsOf(body)) });
  }
}
