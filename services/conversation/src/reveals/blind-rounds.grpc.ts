import { BlindRoundsServiceDefinition, type RevealRoundRequest, isUuid } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { broadcastNotFound } from '../broadcasts/broadcasts.errors.js';
import { RevealsService } from './reveals.service.js';

@GrpcEndpoint(BlindRoundsServiceDefinition)
export class BlindRoundsGrpc implements GrpcHandlers<typeof BlindRoundsServiceDefinition> {
  constructor(private readonly reveals: RevealsService) {}

  async revealRound({ broadcastId, withoutVote }: RevealRoundRequest, call: CallContext) {
    const { userId } = call.mustHaveCaller();
    if (!isUuid(broadcastId)) throw broadcastNotFound();
    return { isRevealed: await this.reveals.request(userId, broadcastId, !withoutVote) };
  }
}
