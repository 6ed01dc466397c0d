import { createHash, randomBytes } from 'node:crypto';
import type { VariableValues } from '@polylogue/api-contract/query-variables';
import { Inject, Injectable } from '@nestjs/common';
import { AccessClient, CONFIG, Database, type Caller } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { ExecutionsService } from '../saved-queries/executions.service.js';
import { savedQueryNotFound } from '../saved-queries/saved-queries.errors.js';
import { SavedQueriesRepository } from '../saved-queries/saved-queries.repository.js';
import type { WebhookEntity } from './webhook.entity.js';
import { saltBytes, secretOf, written } from './webhook-secret.rules.js';
import { faultOf, type SignedBody } from './webhook-signature.rules.js';
import * as errors from './webhooks.errors.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** Saved queries that are started from outside. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly queries: SavedQueriesRepository,
    private readonly executions: ExecutionsService,
    private readonly access: AccessClient,
    @Inject(CONFIG) private readonly config: Pick<SchedulerConfig, 'SCHEDULER_SIGNING_KEY'>,
  ) {}

  get({ userId }: Caller, savedQueryId: number): Promise<WebhookEntity | undefined> {
    return this.database.asUser(userId, async (tx) => {
      if (!(await this.queries.find(tx, userId, savedQueryId))) throw savedQueryNotFound();
      return this.webhooks.find(tx, userId, savedQueryId);
    });
  }

  /** Makes a webhook, or gives it a new secret, which is returned by this call only. */
  async renew(caller: Caller, savedQueryId: number): Promise<{ secret: string; webhook: WebhookEntity | undefined }> {
    caller.mustBeApproved();
    const { userId } = caller;
    const salt = randomBytes(saltBytes);
    const webhook = await this.database.asUser(userId, async (tx) => {
      if (!(await this.queries.lock(tx, userId, savedQueryId))) throw savedQueryNotFound();
      await this.webhooks.put(tx, userId, savedQueryId, salt);
      return this.webhooks.find(tx, userId, savedQueryId);
    });
    return { secret: written(this.#secretOf({ savedQueryId, salt })), webhook };
  }

  async remove({ userId }: Caller, savedQueryId: number): Promise<void> {
    await this.database.asUser(userId, async (tx) => {
      if (!(await this.queries.find(tx, userId, savedQueryId))) throw savedQueryNotFound();
      await this.webhooks.remove(tx, userId, savedQueryId);
    });
  }

  /** Runs the query as its owner would, with these variables; the same webhook id answers the same run. */
  async receive(savedQueryId: number, signed: SignedBody, variables: VariableValues): Promise<number> {
    const webhook = await this.database.asWorker((tx) => this.webhooks.findAny(tx, savedQueryId));
    if (!webhook) throw errors.webhookNotFound();
    const fault = faultOf(signed, this.#secretOf(webhook), new Date());
    if (fault !== undefined) throw errors.wrongSignature(fault);
    const { userId } = webhook;
    if ((await this.access.accessOf(userId)) !== 'approved') throw errors.ownerDenied();
    await this.database.asUser(userId, (tx) => this.webhooks.noteUse(tx, userId, savedQueryId));
    const bodyHash = createHash('sha256').update(signed.body).digest('base64url');
    const request = { route: 'webhook', key: `${savedQueryId} ${signed.webhookId}`, bodyHash } as const;
    return this.executions.executeWith({ userId, apiKey: undefined }, savedQueryId, request, variables);
  }

  #secretOf(webhook: Pick<WebhookEntity, 'savedQueryId' | 'salt'>): Buffer {
    return secretOf(this.config.SCHEDULER_SIGNING_KEY, webhook);
  }
}
