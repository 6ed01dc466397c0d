import { PinsServiceDefinition, type Pin, type PinReplyRequest, isUuid } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { broadcastNotFound, replyNotFound } from '../broadcasts/broadcasts.errors.js';
import { PinsService } from './pins.service.js';

@GrpcEndpoint(PinsServiceDefinition)
export class PinsGrpc implements GrpcHandlers<typeof PinsServiceDefinition> {
  constructor(private readonly pins: PinsService) {}

  async pinReply({ broadcastId, messageId }: PinReplyRequest, call: CallContext): Promise<Pin> {
    const caller = call.mustHaveCaller();
    if (!isUuid(broadcastId)) throw broadcastNotFound();
    if (messageId !== undefined && !isUuid(messageId)) throw replyNotFound();
    await this.pins.pin(caller, broadcastId, messageId);
    return { messageId };
  }
}
