import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@polylogue/service-kit';
import { idempotencyKeyReused } from './broadcasts.errors.js';
import { BroadcastsRepository } from './broadcasts.repository.js';

/** What makes two requests with one Idempotency-Key the same. The key itself is stored with the message, by `send-message.ts`. */
export interface IdempotentRequest {
  /** The scope of the key. */
  route:
    | 'send_message'
    | 'send_message_with_file'
    | 'retry_reply'
    | 'continue_conversation'
    | 'continue_summary'
    | 'replay_broadcast'
    | 'send_apart'
    | 'continue_comparison';
  key: string;
  body: unknown;
}

/** Finds what the same request did before: a repeated one answers with the first one's broadcast. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly repository: BroadcastsRepository,
    private readonly database: Database,
  ) {}

  /** The broadcast of an earlier request with this key. Throws when that request had another body. */
  async findBroadcast(userId: string, { route, key, body }: IdempotentRequest): Promise<string | undefined> {
    const earlier = await this.database.asUser(userId, (tx) => this.repository.findByKey(tx, userId, route, key));
    if (!earlier) return undefined;
    if (earlier.bodyHash !== hashBody(body)) throw idempotencyKeyReused();
    return earlier.broadcastId;
  }
}

export function hashBody(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url');
}
