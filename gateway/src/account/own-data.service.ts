import { Injectable } from '@nestjs/common';
import { exportSchemaVersion } from '@polylogue/api-contract';
import type { User } from '@polylogue/proto';
import { AiChatService } from '../ai-chat/ai-chat.service.js';
import { AnswerPresetsService } from '../answer-presets/answer-presets.service.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { toCurrentUser } from '../auth/current-user.mapper.js';
import { BacktestsService } from '../backtests/backtests.service.js';
import { SuitesService } from '../suites/suites.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { HistoryService } from '../conversations/history.service.js';
import { conversationsJson } from '../exports/json.writer.js';
import { ScoresService } from '../exports/scores.service.js';
import { NoticesService } from '../notices/notices.service.js';
import { NoticeTargetsService } from '../notice-targets/notice-targets.service.js';
import { toPreferences } from '../preferences/preferences.mapper.js';
import { RubricsService } from '../rubrics/rubrics.service.js';
import { SavedQueriesService } from '../saved-queries/saved-queries.service.js';
import { toActivity } from '../users/users.mapper.js';
import { RoundSharesService } from '../round-shares/round-shares.service.js';
import { VotesService } from '../votes/votes.service.js';
import type { Section } from './json-object.writer.js';

/** Everything that is kept of a user, each part read as it is written. */
@Injectable()
export class OwnDataService {
  constructor(
    @InjectClient('accounts') private readonly accounts: ClientOf<'accounts'>,
    @InjectClient('preferences') private readonly preferences: ClientOf<'preferences'>,
    private readonly history: HistoryService,
    private readonly scores: ScoresService,
    private readonly aiChat: AiChatService,
    private readonly savedQueries: SavedQueriesService,
    private readonly answerPresets: AnswerPresetsService,
    private readonly rubrics: RubricsService,
    private readonly apiKeys: ApiKeysService,
    private readonly notices: NoticesService,
    private readonly noticeTargets: NoticeTargetsService,
    private readonly votes: VotesService,
    private readonly roundShares: RoundSharesService,
    private readonly backtests: BacktestsService,
    private readonly suites: SuitesService,
  ) {}

  *sectionsOf(user: User, at: Date, signal: AbortSignal): Generator<Section> {
    const missing = { scoresOf: 0, reason: '' };
    yield ['schemaVersion', exportSchemaVersion];
    yield ['exportedAt', at.toISOString()];
    yield [
      'profile',
      {
        ...toCurrentUser(user),
        profileImageUrl: user.profileImageUrl ?? null,
        createdAt: user.createdAt,
        lastLoginAt: user.lastLoginAt ?? null,
      },
    ];
    yield ['preferences', this.#preferences()];
    yield ['noticePreferences', this.notices.preferences()];
    yield ['sessions', undefined, this.#sessions(signal)];
    yield ['apiKeys', undefined, this.#apiKeys(user.id)];
    yield ['noticeTargets', undefined, this.#noticeTargets()];
    yield ['activities', undefined, this.#activities(signal)];
    yield ['notices', undefined, this.notices.all()];
    const parts = this.scores.join(this.history.export({}, signal), missing, signal);
    yield ['conversations', undefined, conversationsJson(parts), true];
    if (missing.scoresOf > 0) yield ['missing', missing];
    yield ['votes', undefined, this.votes.all(signal)];
    yield ['namesSeen', undefined, this.votes.namesSeen(signal)];
    yield ['roundShares', this.roundShares.list()];
    yield ['backtests', undefined, this.backtests.all()];
    yield ['suites', undefined, this.suites.all()];
    yield ['aiChats', undefined, this.aiChat.all(signal)];
    yield ['answerPresets', undefined, this.#answerPresets()];
    yield ['rubrics', undefined, this.#rubrics()];
    yield ['savedQueries', undefined, this.#queries()];
    yield ['executions', undefined, this.#executions()];
  }

  async #preferences() {
    return toPreferences(await this.preferences.getPreferences({}));
  }

  async *#sessions(signal: AbortSignal) {
    for await (const { fact: record } of this.accounts.listOwnFacts({}, { signal })) {
      if (record?.$case === 'session') yield record.session;
    }
  }

  async *#apiKeys(userId: string) {
    yield* await this.apiKeys.list(userId);
  }

  async *#noticeTargets() {
    yield* (await this.noticeTargets.list()).targets;
  }

  async *#activities(signal: AbortSignal) {
    for await (const { fact: record } of this.accounts.listOwnFacts({}, { signal })) {
      if (record?.$case !== 'activity') return;
      yield toActivity(record.activity);
    }
  }

  async *#answerPresets() {
    yield* await this.answerPresets.list();
  }

  async *#rubrics() {
    yield* await this.rubrics.own();
  }

  async *#queries() {
    yield* await this.savedQueries.list();
  }

  /** Beside the queries, not in them: one may have run for years. */
  async *#executions() {
    for (const { id: savedQueryId } of await this.savedQueries.list()) {
      for await (const execution of this.savedQueries.executionsOf(savedQueryId)) yield { savedQueryId, ...execution };
    }
  }
}
