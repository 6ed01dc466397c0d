import {
  BroadcastsServiceDefinition,
  type CancelBroadcastRequest,
  type ResumeBroadcastRequest,
  type RetryReplyRequest,
  type SendMessageRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, mapStream, type CallContext, type Caller, type GrpcHandlers } from '@polylogue/service-kit';
import { fromSendMessage, toBroadcastEvent } from './broadcast.mapper.js';
import { BroadcastReader } from './broadcast-reader.service.js';
import { BroadcastsService } from './broadcasts.service.js';
import { broadcastNotFound, replyNotFound } from './broadcasts.errors.js';
import { isUuid } from './ids.rules.js';

@GrpcEndpoint(BroadcastsServiceDefinition)
export class BroadcastsGrpc implements GrpcHandlers<typeof BroadcastsServiceDefinition> {
  constructor(
    private readonly broadcasts: BroadcastsService,
    private readonly reader: BroadcastReader,
  ) {}

  sendMessage(request: SendMessageRequest, call: CallContext) {
    return this.#events(call, (caller) => this.broadcasts.send(caller, fromSendMessage(request)));
  }

  resumeBroadcast({ broadcastId, afterId }: ResumeBroadcastRequest, call: CallContext) {
    if (!isUuid(broadcastId)) throw broadcastNotFound();
    return this.#events(call, () => broadcastId, afterId);
  }

  async cancelBroadcast({ broadcastId, aiServices }: CancelBroadcastRequest, call: CallContext) {
    if (!isUuid(broadcastId)) throw broadcastNotFound();
    return { cancelled: await this.broadcasts.cancel(call.mustHaveCaller(), broadcastId, aiServices) };
  }

  retryReply({ messageId, idempotencyKey }: RetryReplyRequest, call: CallContext) {
    if (!isUuid(messageId)) throw replyNotFound();
    return this.#events(call, (caller) => this.broadcasts.retry(caller, messageId, idempotencyKey));
  }

  #events(call: CallContext, begin: (caller: Caller) => string | Promise<string>, afterId = 0) {
    const caller = call.mustHaveCaller();
    const events = this.reader.follow(caller.userId, () => begin(caller), afterId, call.signal);
    return mapStream(events, toBroadcastEvent);
  }
}
