import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import pg from 'pg';
import { CONFIG, Database, LOGGER, OldChangesCron, type Logger } from '@polylogue/service-kit';
import { ApiKeysRepository } from '../key-access/api-keys.repository.js';
import { KeyAccess } from '../key-access/key-access.service.js';
import { KeyRecords } from '../key-access/key-records.js';
import { KeyNames } from '../key-access/key-names.js';
import { Clock } from '../clock.js';
import type { GatewayConfig } from '../config.js';
import { JsonBodyGuard } from '../http/bodies.js';
import { OriginGuard } from '../http/origin.guard.js';
import { CallsInTurn } from '../throttling/calls-in-turn.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { AccessService } from './access.service.js';
import { AuthController } from './auth.controller.js';
import { AccessPrefetch } from './access-prefetch.js';
import { OpenStreams } from './open-streams.js';
import { RecentSessions } from './recent-sessions.js';
import { SessionEndings } from './session-endings.service.js';
import { SessionGuard } from './session.guard.js';
import { SessionPresence } from './session-presence.service.js';
import { SessionRows, sessionChangesLog } from './session-rows.js';
import { sessionPool } from './sessions.js';
import { WaitingAnswers } from './waiting-answers.js';

/** The guards in front of every call: who the caller is, what they may do, what they send, and when it is their turn. */
@Global()
@Module({
  imports: [ThrottlingModule],
  controllers: [AuthController],
  providers: [
    { provide: Clock, useFactory: (): Clock => ({ now: () => Date.now() }) },
    {
      provide: pg.Pool,
      inject: [CONFIG, LOGGER],
      useFactory: (config: GatewayConfig, logger: Logger) => sessionPool(config, logger),
    },
    { provide: SessionRows, inject: [pg.Pool], useFactory: (pool: pg.Pool) => new SessionRows(pool) },
    {
      provide: OldChangesCron,
      inject: [Database, LOGGER],
      useFactory: (database: Database, logger: Logger) => new OldChangesCron(database, sessionChangesLog, logger),
    },
    AccessService,
    AccessPrefetch,
    ApiKeysRepository,
    KeyAccess,
    KeyNames,
    KeyRecords,
    OpenStreams,
    RecentSessions,
    SessionPresence,
    SessionEndings,
    SessionGuard,
    WaitingAnswers,
    // In the order a call meets them. No interceptors: for each of them Nest makes functions that the collector of young
    // objects keeps, with all they lead to, until it goes through the whole heap (decision 0125).
    { provide: APP_GUARD, useClass: OriginGuard },
    { provide: APP_GUARD, useExisting: SessionGuard },
    { provide: APP_GUARD, useClass: JsonBodyGuard },
    { provide: APP_GUARD, useClass: CallsInTurn },
  ],
  exports: [
    Clock,
    pg.Pool,
    SessionRows,
    AccessService,
    ApiKeysRepository,
    KeyAccess,
    KeyNames,
    KeyRecords,
    OpenStreams,
    SessionPresence,
    SessionEndings,
    SessionGuard,
    WaitingAnswers,
  ],
})
export class AuthModule implements OnApplicationShutdown {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
