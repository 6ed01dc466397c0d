import { Inject } from '@nestjs/common';
import type { SliceName } from '@polylogue/api-contract';
import type * as proto from '@polylogue/proto';
import type { GrpcClient, GrpcDefinition } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';

/** Where each service behind the gateway listens. */
export const addresses = {
  conversation: 'CONVERSATION_GRPC_URL',
  'ai-dispatch': 'AI_DISPATCH_GRPC_URL',
  quality: 'QUALITY_GRPC_URL',
  scheduler: 'SCHEDULER_GRPC_URL',
  admin: 'ADMIN_GRPC_URL',
} as const satisfies Record<Exclude<SliceName, 'gateway'>, keyof GatewayConfig>;

export type Upstream = keyof typeof addresses;

/** What the gateway calls: the name of each client, the service that answers, and the definition in its proto package. */
export const clients = {
  accounts: ['admin', 'PeopleServiceDefinition'],
  analytics: ['admin', 'AnalyticsServiceDefinition'],
  announcements: ['admin', 'AnnouncementsServiceDefinition'],
  audit: ['admin', 'AuditServiceDefinition'],
  notices: ['admin', 'NoticesServiceDefinition'],
  noticeTargets: ['admin', 'NoticeTargetsServiceDefinition'],
  preferences: ['admin', 'PreferencesServiceDefinition'],
  retention: ['admin', 'RetentionServiceDefinition'],
  users: ['admin', 'UsersServiceDefinition'],
  allowance: ['ai-dispatch', 'AllowanceServiceDefinition'],
  catalog: ['ai-dispatch', 'CatalogServiceDefinition'],
  catalogSettings: ['ai-dispatch', 'CatalogSettingsServiceDefinition'],
  estimates: ['ai-dispatch', 'EstimatesServiceDefinition'],
  files: ['ai-dispatch', 'FilesServiceDefinition'],
  media: ['ai-dispatch', 'MediaServiceDefinition'],
  summaries: ['ai-dispatch', 'SummariesServiceDefinition'],
  usage: ['ai-dispatch', 'UsageServiceDefinition'],
  aiChat: ['conversation', 'AiChatServiceDefinition'],
  answerPresets: ['conversation', 'AnswerPresetsServiceDefinition'],
  blindRounds: ['conversation', 'BlindRoundsServiceDefinition'],
  broadcasts: ['conversation', 'BroadcastsServiceDefinition'],
  comparisons: ['conversation', 'ComparisonsServiceDefinition'],
  contexts: ['conversation', 'ContextsServiceDefinition'],
  conversations: ['conversation', 'ConversationsServiceDefinition'],
  expiredConversations: ['conversation', 'ExpiredConversationsServiceDefinition'],
  history: ['conversation', 'HistoryServiceDefinition'],
  pins: ['conversation', 'PinsServiceDefinition'],
  previews: ['conversation', 'PreviewsServiceDefinition'],
  roundShares: ['conversation', 'RoundSharesServiceDefinition'],
  roundSummaries: ['conversation', 'RoundSummariesServiceDefinition'],
  agreementMaps: ['quality', 'AgreementMapsServiceDefinition'],
  mapRecords: ['quality', 'MapRecordsServiceDefinition'],
  assessments: ['quality', 'AssessmentsServiceDefinition'],
  backtests: ['quality', 'BacktestsServiceDefinition'],
  backtestPairs: ['quality', 'BacktestPairsServiceDefinition'],
  claims: ['quality', 'ClaimsServiceDefinition'],
  judgingSettings: ['quality', 'JudgingSettingsServiceDefinition'],
  rubrics: ['quality', 'RubricsServiceDefinition'],
  settling: ['quality', 'SettlingServiceDefinition'],
  leaderboard: ['quality', 'LeaderboardServiceDefinition'],
  mergedAnswers: ['quality', 'MergedAnswersServiceDefinition'],
  suites: ['quality', 'SuitesServiceDefinition'],
  votes: ['quality', 'VotesServiceDefinition'],
  expiredRuns: ['scheduler', 'ExpiredRunsServiceDefinition'],
  savedQueries: ['scheduler', 'SavedQueriesServiceDefinition'],
  watch: ['scheduler', 'WatchServiceDefinition'],
  webhooks: ['scheduler', 'WebhooksServiceDefinition'],
} as const satisfies Record<string, Row>;

export type ClientName = keyof typeof clients;

/** The client of a row: `ClientOf<'pins'>`. */
export type ClientOf<N extends ClientName> = GrpcClient<(typeof proto)[(typeof clients)[N][1]]>;

export const tokenOf = (name: ClientName) => `client of ${name}`;

/** `@InjectClient('pins') private readonly pins: ClientOf<'pins'>`; another client's type does not compile. */
export function InjectClient<N extends ClientName>(name: N) {
  return <Arguments extends unknown[], Index extends number>(
    target: new (...args: Arguments) => unknown,
    key: undefined,
    index: ClientOf<N> extends Arguments[Index] ? Index : never,
  ): void => Inject(tokenOf(name))(target, key, index);
}

/** A service beside a definition of another one's proto package does not compile. */
export type Row = { [U in Upstream]: readonly [U, DefinitionOf<U>] }[Upstream];
type DefinitionOf<U extends Upstream> = {
  [K in keyof typeof proto]: (typeof proto)[K] extends InPackage<SnakeCase<U>> ? K : never;
}[keyof typeof proto];
type InPackage<Name extends string> = GrpcDefinition & { readonly fullName: `${Name}.v1.${string}` };
type SnakeCase<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}_${SnakeCase<Tail>}` : S;
