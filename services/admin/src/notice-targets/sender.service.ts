import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@polylogue/service-kit';
import type { AdminConfig } from '../config.js';
import { mailBody } from './mail-body.rules.js';
import { MailClient } from './mail.client.js';
import type { NoticeDeliveryEntity } from './notice-delivery.entity.js';
import type { NoticeTargetEntity } from './notice-target.entity.js';
import type { OutgoingMessage, SendResult } from './outgoing-message.js';
import { linkToken, secretOf, signatureOf, unseal } from './target-secrets.rules.js';
import { bodyFor } from './webhook-body.rules.js';
import { WebhookClient } from './webhook.client.js';

type Sent = Pick<NoticeDeliveryEntity, 'id' | 'purpose' | 'notices' | 'more' | 'createdAt'>;
type To = Pick<NoticeTargetEntity, 'id' | 'kind' | 'address' | 'salt'>;

const confirmWithinMs = 3 * 24 * 3_600_000;

export const linkPaths = {
  confirm: '/api/notice-targets/confirm',
  unsubscribe: '/api/notice-targets/unsubscribe',
} as const;

/** Sends one delivery once, in the form of its target. What it sends is the same at every try. */
@Injectable()
export class SenderService {
  constructor(
    private readonly mail: MailClient,
    private readonly webhooks: WebhookClient,
    @Inject(CONFIG) private readonly config: Pick<AdminConfig, 'ADMIN_SIGNING_KEY' | 'PUBLIC_URL'>,
  ) {}

  send(delivery: Sent, target: To): Promise<SendResult> {
    const { id, purpose, notices, more } = delivery;
    const address = unseal(this.config.ADMIN_SIGNING_KEY, target.id, target.address);
    if (address === undefined) {
      const fault = 'Its address can no longer be read. Remove it and add it again.';
      return Promise.resolve({ isSent: false, fault, isFinal: true });
    }
    const message = { id, purpose, notices, more, publicUrl: this.config.PUBLIC_URL };
    if (target.kind === 'email') return this.#mail(message, target.id, address, delivery.createdAt);
    const body = bodyFor(target.kind, message);
    const headers = target.kind === 'webhook' ? this.#signatureOf(target, id, body) : {};
    return this.webhooks.post(address, headers, body);
  }

  #mail(message: OutgoingMessage, targetId: string, to: string, createdAt: Date): Promise<SendResult> {
    const { settings } = this.mail;
    if (!settings) return Promise.resolve({ isSent: false, fault: 'This installation sends no mail.' });
    const link = (purpose: keyof typeof linkPaths, expiresAt?: Date) => {
      const url = new URL(linkPaths[purpose], settings.publicUrl);
      url.searchParams.set('token', linkToken(this.config.ADMIN_SIGNING_KEY, { purpose, targetId }, expiresAt));
      return url.href;
    };
    const unsubscribe = link('unsubscribe');
    const isConfirm = message.purpose === 'confirm';
    const confirm = isConfirm ? link('confirm', new Date(createdAt.getTime() + confirmWithinMs)) : undefined;
    return this.mail.send({
      ...mailBody(message, { unsubscribe, confirm }),
      to,
      messageId: `<${message.id}@${hostOf(settings.from)}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        // RFC 8058: mail programs offer it as a button.
        ...(isConfirm
          ? {}
          : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
    });
  }

  /** The headers of Standard Webhooks. */
  #signatureOf(target: To, id: string, body: string) {
    const timestamp = Math.floor(Date.now() / 1000);
    const secret = secretOf(this.config.ADMIN_SIGNING_KEY, target.id, target.salt);
    return {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf({ id, timestamp, body }, secret),
    };
  }
}

const hostOf = (from: string) => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'polylogue';
