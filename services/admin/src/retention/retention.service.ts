import { Inject, Injectable } from '@nestjs/common';
import { contractLimits, type Retention } from '@polylogue/proto';
import { AppError, CONFIG, Database, type Caller } from '@polylogue/service-kit';
import { z } from 'zod';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import type { AdminConfig } from '../config.js';
import { RetentionRepository, type DayRemovals, type Rule } from './retention.repository.js';

const { keepDays: maxDays } = contractLimits;
const sentence = `The days are a whole number from 1 to ${maxDays.toLocaleString('en-US')}.`;
const savedRule = z.object({
  keepDays: z.number(sentence).int(sentence).min(1, sentence).max(maxDays, sentence).nullable(),
  removesStarred: z.boolean(),
});
const maxListed = 100;

/** How long this installation keeps conversations. What is due is removed by the services that keep it. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly database: Database,
    private readonly repository: RetentionRepository,
    private readonly audit: AuditLogRepository,
    @Inject(CONFIG) private readonly config: AdminConfig,
  ) {}

  /** Takes no caller: services call it on behalf of no user. */
  async current(): Promise<Retention> {
    const saved = await this.database.asWorker((tx) => this.repository.find(tx));
    if (!saved) return { keepDays: this.config.KEEP_CONVERSATIONS_DAYS, removesStarred: false, isSaved: false };
    return toProto(saved);
  }

  async set(caller: Caller, input: unknown): Promise<Retention> {
    caller.mustBeAdmin();
    const parsed = savedRule.safeParse(input);
    if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? sentence);
    const rule = parsed.data;
    const former = await this.current();
    await this.database.asUser(caller.userId, async (tx) => {
      await this.repository.save(tx, rule);
      const details = {
        keepDays: rule.keepDays ?? 'for ever',
        formerKeepDays: former.keepDays ?? 'for ever',
        removesStarred: rule.removesStarred,
      };
      await this.audit.append(tx, { actor: caller.userId, action: 'retention_set', details });
    });
    return toProto(rule);
  }

  list(caller: Caller, days: number): Promise<DayRemovals[]> {
    caller.mustBeAdmin();
    return this.database.asWorker((tx) => this.repository.list(tx, Math.min(Math.max(1, days), maxListed)));
  }
}

const toProto = ({ keepDays, removesStarred }: Rule): Retention => ({
  keepDays: keepDays ?? undefined,
  removesStarred,
  isSaved: true,
});

function invalid(message: string): AppError {
  return new AppError('invalid', 'invalid_input', message, { issues: [{ path: 'keepDays', message }] });
}
