import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { sendMessage, ValidBodyOf } from '@polylogue/api-contract';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { parseInput } from '../http/input.rules.js';
import { toSendMessageRequest } from './messages.mapper.js';

const lastEvent = z.object({
  'Last-Event-ID': z.coerce.number('Last-Event-ID must be a number.').int().min(0).max(Number.MAX_SAFE_INTEGER),
});

/** Calls conversation about broadcasts; streams end with the signal, the work behind them does not. */
@Injectable()
export class MessagesService {
  constructor(@InjectClient('broadcasts') private readonly broadcasts: ClientOf<'broadcasts'>) {}

  send(body: ValidBodyOf<typeof sendMessage>, idempotencyKey: string | undefined, signal: AbortSignal) {
    return this.broadcasts.sendMessage(toSendMessageRequest(body, idempotencyKey), { signal });
  }

  retry(messageId: string, idempotencyKey: string | undefined, signal: AbortSignal) {
    return this.broadcasts.retryReply({ messageId, idempotencyKey }, { signal });
  }

  replay(broadcastId: string, aiServices: string[], idempotencyKey: string | undefined, signal: AbortSignal) {
    return this.broadcasts.replayBroadcast({ broadcastId, aiServices, idempotencyKey }, { signal });
  }

  cancel(broadcastId: string, aiServices: string[]) {
    return this.broadcasts.cancelBroadcast({ broadcastId, aiServices });
  }

  /** The header is what a browser sends by itself when it reconnects, so it is the newer of the two. */
  resumeAfter(header: string | string[] | undefined, query: number | undefined): number {
    if (header === undefined || header === '') return query ?? 0;
    return parseInput(lastEvent, { 'Last-Event-ID': header })['Last-Event-ID'];
  }
}
