import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { RevealsRepository } from './reveals.repository.js';

/** Reveals what its owner has voted on, also where the call that asks for it after a vote was lost. */
@Injectable()
export class VotesConsumer {
  constructor(private readonly repository: RevealsRepository) {}

  /** The vote of another user on a round that is shown to several reveals nothing to its owner. */
  @Consumes('quality.vote_cast.v1')
  async onVoteCast(
    { userId, ownerId, broadcastId }: EventOf<'quality.vote_cast.v1'>,
    { tx }: EventContext,
  ): Promise<void> {
    if (userId === ownerId) await this.repository.request(tx, ownerId, broadcastId);
  }
}
