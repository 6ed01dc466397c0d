import {
  BroadcastsServiceDefinition,
  type CancelBroadcastRequest,
  type ContinueComparisonRequest,
  type ResumeBroadcastRequest,
  type ReplayBroadcastRequest,
  type RetryReplyRequest,
  type SendMessageRequest,
  isUuid,
} from '@polylogue/proto';
import { GrpcEndpoint, mapStream, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { fromSendMessage, toBroadcastEvent } from './broadcast.mapper.js';
import { BroadcastReader } from './broadcast-reader.service.js';
import { BroadcastsService } from './broadcasts.service.js';
import { broadcastNotFound, comparisonToContinueNotFound, replyNotFound } from './broadcasts.errors.js';

@GrpcEndpoint(BroadcastsServiceDefinition)
export class BroadcastsGrpc implements GrpcHandlers<typeof BroadcastsServiceDefinition> {
  constructor(
    private readonly broadcasts: BroadcastsService,
    private readonly reader: BroadcastReader,
  ) {}

  async sendMessage(request: SendMessageRequest, call: CallContext) {
    const broadcastId = await this.broadcasts.send(call.mustHaveCaller(), fromSendMessage(request));
    return this.#events(call, broadcastId);
  }

  async continueComparison(request: ContinueComparisonRequest, call: CallContext) {
    const { comparisonId, message, aiServices, settings } = request;
    if (!isUuid(comparisonId)) throw comparisonToContinueNotFound();
    const mode = aiServices.length === 1 ? ('individual' as const) : ('selective' as const);
    const input = { message, aiServices, mode };
    const caller = call.mustHaveCaller();
    return this.#events(call, await this.broadcasts.continueComparison(caller, comparisonId, input, settings));
  }

  resumeBroadcast({ broadcastId, afterId }: ResumeBroadcastRequest, call: CallContext) {
    if (!isUuid(broadcastId)) throw broadcastNotFound();
    return this.#events(call, broadcastId, afterId);
  }

  async cancelBroadcast({ broadcastId, aiServices }: CancelBroadcastRequest, call: CallContext) {
    if (!isUuid(broadcastId)) throw broadcastNotFound();
    return { cancelled: await this.broadcasts.cancel(call.mustHaveCaller(), broadcastId, aiServices) };
  }

  async retryReply({ messageId, idempotencyKey }: RetryReplyRequest, call: CallContext) {
    if (!isUuid(messageId)) throw replyNotFound();
    return this.#events(call, await this.broadcasts.retry(call.mustHaveCaller(), messageId, idempotencyKey));
  }

  async replayBroadcast({ broadcastId, aiServices, idempotencyKey }: ReplayBroadcastRequest, call: CallContext) {
    if (!isUuid(broadcastId)) throw broadcastNotFound();
    const caller = call.mustHaveCaller();
    return this.#events(call, await this.broadcasts.replay(caller, broadcastId, aiServices, idempotencyKey));
  }

  #events(call: CallContext, broadcastId: string, afterId = 0) {
    const { userId } = call.mustHaveCaller();
    return mapStream(this.reader.follow(userId, broadcastId, afterId, call.signal), toBroadcastEvent);
  }
}
