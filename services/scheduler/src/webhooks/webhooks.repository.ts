import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { WebhookEntity } from './webhook.entity.js';

/** Webhooks of saved queries; every method but `findAny` takes the user. */
@Injectable()
export class WebhooksRepository {
  /** Of any owner: for the worker role, before the signature is verified. */
  async findAny(tx: Transaction, savedQueryId: number): Promise<WebhookEntity | undefined> {
    return (await tx.getRepository(WebhookEntity).findOneBy({ savedQueryId })) ?? undefined;
  }

  async find(tx: Transaction, userId: string, savedQueryId: number): Promise<WebhookEntity | undefined> {
    return (await tx.getRepository(WebhookEntity).findOneBy({ savedQueryId, userId })) ?? undefined;
  }

  async put(tx: Transaction, userId: string, savedQueryId: number, salt: Buffer): Promise<void> {
    const row = { savedQueryId, userId, salt, renewedAt: () => 'now()', lastUsedAt: null };
    await tx.getRepository(WebhookEntity).upsert(row, ['savedQueryId']);
  }

  async noteUse(tx: Transaction, userId: string, savedQueryId: number): Promise<void> {
    await tx.getRepository(WebhookEntity).update({ savedQueryId, userId }, { lastUsedAt: () => 'now()' });
  }

  async remove(tx: Transaction, userId: string, savedQueryId: number): Promise<void> {
    await tx.getRepository(WebhookEntity).delete({ savedQueryId, userId });
  }
}
