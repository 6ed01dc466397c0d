import {
  WebhooksServiceDefinition,
  type DeleteWebhookRequest,
  type GetWebhookRequest,
  type ReceiveWebhookRequest,
  type RenewWebhookRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toProto } from './webhook.mapper.js';
import { WebhooksService } from './webhooks.service.js';

@GrpcEndpoint(WebhooksServiceDefinition)
export class WebhooksGrpc implements GrpcHandlers<typeof WebhooksServiceDefinition> {
  constructor(private readonly webhooks: WebhooksService) {}

  async getWebhook({ savedQueryId }: GetWebhookRequest, call: CallContext) {
    return toProto(await this.webhooks.get(call.mustHaveCaller(), savedQueryId));
  }

  async renewWebhook({ savedQueryId }: RenewWebhookRequest, call: CallContext) {
    const { secret, webhook } = await this.webhooks.renew(call.mustHaveCaller(), savedQueryId);
    return { secret, webhook: toProto(webhook) };
  }

  async deleteWebhook({ savedQueryId }: DeleteWebhookRequest, call: CallContext) {
    await this.webhooks.remove(call.mustHaveCaller(), savedQueryId);
    return {};
  }

  async receiveWebhook({ savedQueryId, variables, ...signed }: ReceiveWebhookRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    return { executionId: await this.webhooks.receive(savedQueryId, signed, variables) };
  }
}
