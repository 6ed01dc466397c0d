import { Inject, Injectable } from '@nestjs/common';
import type { EstimateAccuracy, getUsage, Usage } from '@polylogue/api-contract';
import { usageGroup, type UsageRow } from '@polylogue/proto';
import type { z } from 'zod';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { Clock } from '../clock.js';
import { KeyNames } from '../key-access/key-names.js';
import { UserNames, type NamedUser } from '../users/user-names.js';
import { usageCsv } from './usage-csv.js';
import { rangeOf, type DayRange } from './usage-range.rules.js';
import { toSums } from './usage.mapper.js';

type Question = z.output<NonNullable<(typeof getUsage)['query']>>;

const groups = { user: 'user', service: 'ai_service', day: 'day', key: 'api_key' } as const;
// A file of a year and many users takes its time; a table does not.
const exportMs = 10 * 60_000;

/** Who has used what and what it cost: counted by ai-dispatch, with the names users and services go by. */
@Injectable()
export class UsageService {
  constructor(
    @InjectClient('usage') private readonly usage: ClientOf<'usage'>,
    private readonly names: UserNames,
    private readonly keys: KeyNames,
    private readonly catalog: CatalogService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async sum({ from, to, group, limit = 0 }: Question): Promise<Usage> {
    const range = this.range({ from, to });
    const [{ rows, found, total }, label] = await Promise.all([
      this.usage.sumUsage({ ...range, group: usageGroup.fromWord(groups[group]), limit }),
      this.catalog.labels(),
    ]);
    const users = new Map<string, NamedUser | null>();
    await this.#learn(rows, users);
    const keys = await this.keys.of(rows.flatMap(({ apiKeyId }) => apiKeyId ?? []));
    return {
      ...range,
      group,
      found,
      total: toSums(total),
      rows: rows.map(({ day, userId, aiService, apiKeyId, sums }) => ({
        day,
        user: userId === undefined ? undefined : (users.get(userId) ?? null),
        aiService: aiService === undefined ? undefined : label(aiService),
        apiKey: apiKeyId === undefined ? undefined : (keys.get(apiKeyId) ?? { id: apiKeyId, name: null, prefix: null }),
        sums: toSums(sums),
      })),
    };
  }

  async estimateAccuracy(wanted: Partial<DayRange>): Promise<EstimateAccuracy[]> {
    const [{ services }, label] = await Promise.all([
      this.usage.listEstimateAccuracy(this.range(wanted)),
      this.catalog.labels(),
    ]);
    return services.map(({ aiService, ...figures }) => ({ aiService: label(aiService), ...figures }));
  }

  range(wanted: Partial<DayRange>): DayRange {
    return rangeOf(wanted, this.clock.now());
  }

  /** Piece by piece: however much was used, only a page of it is in memory. */
  async *csv(range: DayRange, signal: AbortSignal): AsyncGenerator<string> {
    const label = await this.catalog.labels();
    const users = new Map<string, NamedUser | null>();
    const pages = this.usage.listUsage(range, { signal, deadlineMs: exportMs });
    yield* usageCsv(pages, async (rows) => {
      await this.#learn(rows, users);
      return { userOf: (id) => users.get(id) ?? null, label: (name) => label(name).displayName };
    });
  }
  #learn(rows: readonly UsageRow[], users: Map<string, NamedUser | null>): Promise<void> {
    return this.names.learn(
      rows.flatMap(({ userId }) => userId ?? []),
      users,
    );
  }
}
