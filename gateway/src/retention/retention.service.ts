import { Injectable } from '@nestjs/common';
import type {
  AnswerOf,
  getRetention,
  Retention,
  RetentionPreview,
  setRetention,
  ValidBodyOf,
} from '@polylogue/api-contract';
import type { Retention as ProtoRetention } from '@polylogue/proto';
import { CallerSigner } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';

const listedDays = 30;
/** Counting looks at everything that is kept. */
const countMs = 15_000;

/** How long this installation keeps conversations: admin has the rule, conversation and scheduler what it is about. */
@Injectable()
export class RetentionService {
  constructor(
    @InjectClient('retention') private readonly rules: ClientOf<'retention'>,
    @InjectClient('expiredConversations') private readonly conversations: ClientOf<'expiredConversations'>,
    @InjectClient('expiredRuns') private readonly runs: ClientOf<'expiredRuns'>,
    private readonly signer: CallerSigner,
  ) {}

  async current(): Promise<AnswerOf<typeof getRetention>> {
    const [rule, { removals }] = await Promise.all([
      this.rules.getRetention({}, { callerToken: this.signer.asService() }),
      this.rules.listRemovals({ days: listedDays }),
    ]);
    return { rule: toRetention(rule), removals };
  }

  async preview(rule: { keepDays: number; removesStarred: boolean }): Promise<RetentionPreview> {
    const deadlineMs = countMs;
    const [{ oldestAt, ...counts }, { runs }] = await Promise.all([
      this.conversations.countExpiredConversations(rule, { deadlineMs }),
      this.runs.countExpiredRuns({ keepDays: rule.keepDays }, { deadlineMs }),
    ]);
    return { ...counts, runs, oldestAt: oldestAt?.toISOString() ?? null };
  }

  async set({ keepDays, removesStarred }: ValidBodyOf<typeof setRetention>): Promise<Retention> {
    return toRetention(await this.rules.setRetention({ keepDays: keepDays ?? undefined, removesStarred }));
  }
}

const toRetention = ({ keepDays, removesStarred, isSaved: saved }: ProtoRetention): Retention => ({
  keepDays: keepDays ?? null,
  removesStarred,
  saved,
});
