// What is public, by who needs it. A name that no other package imports is not exported.

// Base: errors, configuration, logging, and the request being served.
export { AppError, type Issue } from './errors/app-error.js';
export { issuesOfKey } from './errors/issues-of-key.js';
export { errorKinds, type ErrorKind } from './errors/error-kinds.js';
export { isAway } from './errors/is-away.js';
export { internalSentence } from './errors/grpc-errors.js';
export { baseConfig, envPrefix, unprefixed } from './config/base-config.js';
export { toEnvExample, toMarkdownTable } from './config/describe-config.js';
export { count, grpcUrl, seconds } from './config/fields.js';
export { isLoopback } from './config/is-loopback.js';
export { ConfigError, loadConfig } from './config/load-config.js';
export { currentContext, newContext, runInContext, type RequestContext } from './context/request-context.js';
export type { Span } from './context/span.js';
export { createLogger, type Logger } from './logging/logger.js';
export { Tracing } from './tracing/tracing.js';
export { RecentAnswers } from './memory/recent-answers.js';
export { newId } from './ids/new-id.js';
export { groupBy } from './collections/group-by.js';
export { isWithin } from './timing/is-within.js';

// gRPC: endpoints, clients, and for whom a call is made.
export { Caller, type CallingKey } from './caller/caller.js';
export { CallerSigner, type CallerToken, type TokenUser } from './caller/caller-signer.js';
export { CallerVerifier } from './caller/caller-verifier.js';
export { fromGrpcFailure, isUnknownCall } from './errors/grpc-errors.js';
export { CallContext } from './grpc/call-context.js';
export { sliceOf, type GrpcDefinition, type GrpcHandlers } from './grpc/definition.js';
export type { GrpcStream } from './grpc/grpc-caller.js';
export { grpcClient, type GrpcClient } from './grpc/grpc-client.js';
export { GrpcEndpoint } from './grpc/grpc-endpoint.js';
export { GrpcServer } from './grpc/grpc-server.js';
export { mapStream } from './grpc/map-stream.js';

// Postgres: transactions, prepared statements, migrations.
export { afterCommit, Database, type Transaction } from './database/database.js';
export {
  isCancelled,
  isDatabaseAway,
  isDeadlock,
  isDuplicate,
  isLockTimeout,
  toDatabaseError,
} from './database/database-errors.js';
export { changeLog, changesKeptMs, readChanges, readingChanges, type Changes } from './database/change-log.js';
export { OldChangesCron } from './database/old-changes.cron.js';
export { PreparedTexts, runPrepared, runPreparedAsWorker } from './database/prepared.js';
export type { Prepared } from './database/query-prepared.js';
export { provision, slicesWithDatabase, type SliceUrls } from './database/provision.js';
export { currentUserSql, enableRowSecurity, grantTo } from './database/row-security.js';
export { onlineMigration, sqlMigration, type MigrationClass } from './database/sql-migration.js';
export { retryDeadlock, waitForDatabase } from './database/wait-for-database.js';
export { migrate, withKitMigrations } from './schema/migrate.js';

// Events and jobs.
export { Consumes, ConsumesMany, type EventContext, type ReceivedEvent } from './events/consumes.js';
export type { DeadLetterRow, LetterKey } from './events/dead-letters.js';
export type { RetryPolicy } from './events/event-processor.js';
export { Events } from './events/events.js';
export { outboxColumns, outboxHeaders, outboxRow, outboxValues, type OutboxRow } from './events/outbox.js';
export { jobSpan, jobTrace } from './jobs/job-span.js';
export { inTime } from './jobs/queue-dependency.js';
export { queueOptions } from './jobs/queue-options.js';
export { followMaster, leavingReplicas } from './jobs/redis-master.js';
export { WakeUpQueue } from './jobs/wake-up-queue.js';
export { answerWithin } from './timing/answer-within.js';
export { ConcurrencyLimit } from './timing/concurrency-limit.js';
export { Lanes } from './timing/lanes.js';
export { inBatches } from './timing/in-batches.js';
export { PeriodicTask } from './timing/periodic-task.js';

// When something runs: schedules in the time of a zone.
export { nextSlot, type Frequency, type Schedule } from './schedule/schedule.js';
export { dueSlots, type DueSlots } from './schedule/due-slots.js';
export {
  anchorAt,
  isSameSchedule,
  previewSlots,
  scheduleIssues,
  toSchedule,
  usualZone,
  type ScheduleAnchor,
  type ScheduleIssue,
  type ScheduleRequest,
} from './schedule/schedule-request.js';
export { zoneDataVersion } from './schedule/zone-time.js';

// Runs: work that must survive its process, and what it asks other services for.
export { AccessMonitor, accessMonitorOf } from './access/access-monitor.js';
export { AccessClient } from './clients/access.client.js';
export { CatalogClient } from './clients/catalog.client.js';
export { clientProviders } from './clients/client-providers.js';
export { DispatchClient, type DispatchOutcome } from './clients/dispatch.client.js';
export { RetentionClient, type RetentionRule } from './clients/retention.client.js';
export { toAbortSignal, type CancelSignal } from './runs/cancellation.js';
export { LeaseStore } from './runs/lease-store.js';
export { Run, type CancelReason } from './runs/run.js';
export { RunLoop } from './runs/run-loop.js';
export { SingleRunLoop, type ClaimedRun, type LapsedRun } from './runs/single-run-loop.js';
export { BoundedQueue } from './streams/bounded-queue.js';

// Outgoing connections: which networks may be reached.
export { forbiddenNetwork, networkList, parseAllowList, type Permission } from './network/allow-list.js';
export { NetworkPolicy, type NetworkOptions, type Reach, type ResolveHost } from './network/network-policy.js';

// A service: what it is, and starting it.
export { Drain } from './lifecycle/drain.js';
export { ProcessIdentity } from './lifecycle/process-identity.js';
export { Operations, type ProcessStatus } from './operations/operations.js';
export { drainHttp } from './service/drain-http.js';
export { keepConnections } from './service/keep-connections.js';
export { defineService, type RunningService, type ServiceDefinition } from './service/service-definition.js';
export type { NestMaker } from './service/servers.js';
export { startService } from './service/start-service.js';
export { CONFIG, LOGGER, METRICS } from './service/tokens.js';
