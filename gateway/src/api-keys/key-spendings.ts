import { Inject, Injectable } from '@nestjs/common';
import type { ApiKey } from '@polylogue/api-contract';
import { LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { dollarsOf } from '../usage/dollars.rules.js';

const deadlineMs = 1_500;

/** What keys used of today, as ai-dispatch counts it. */
@Injectable()
export class KeySpendings {
  constructor(
    @InjectClient('allowance') private readonly allowance: ClientOf<'allowance'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Of keys of one user. Keys are listed, and can be revoked, also while ai-dispatch does not answer. */
  async of(keys: readonly { userId: string }[]): Promise<(id: string) => ApiKey['today']> {
    const [first] = keys;
    if (!first) return () => null;
    try {
      const { keys: used } = await this.allowance.listKeySpending({ userId: first.userId }, { deadlineMs });
      const byId = new Map(used.map((each) => [each.apiKeyId, each]));
      return (id) => {
        const { calls = 0, spentMicros = 0, reservedMicros = 0 } = byId.get(id) ?? {};
        return { calls, spent: dollarsOf(spentMicros), reserved: dollarsOf(reservedMicros) };
      };
    } catch (error) {
      this.logger.debug({ err: error }, 'what API keys spent could not be read');
      return () => null;
    }
  }
}
