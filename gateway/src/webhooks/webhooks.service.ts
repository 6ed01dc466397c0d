import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Webhook } from '@polylogue/api-contract';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toWebhook } from './webhooks.mapper.js';

/** The scheduler's webhooks. A message is checked there, beside its secret; here it is handed on byte for byte. */
@Injectable()
export class WebhooksService {
  constructor(@InjectClient('webhooks') private readonly webhooks: ClientOf<'webhooks'>) {}

  async get(savedQueryId: number): Promise<Webhook> {
    return toWebhook(await this.webhooks.getWebhook({ savedQueryId }));
  }

  async renew(savedQueryId: number): Promise<{ webhook: Webhook; secret: string }> {
    const { webhook, secret } = await this.webhooks.renewWebhook({ savedQueryId });
    return { webhook: toWebhook(webhook), secret };
  }

  async delete(savedQueryId: number): Promise<void> {
    await this.webhooks.deleteWebhook({ savedQueryId });
  }

  receive(savedQueryId: number, headers: IncomingHttpHeaders, body: Buffer, variables: Record<string, string>) {
    const header = (name: string) => String(headers[name] ?? '');
    return this.webhooks.receiveWebhook({
      savedQueryId,
      webhookId: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body,
      variables,
    });
  }
}
