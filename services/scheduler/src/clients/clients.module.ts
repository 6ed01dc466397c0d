import { Module } from '@nestjs/common';
import { CallerSigner, clientProviders, CONFIG, RetentionClient } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { ClaimsClient } from './claims.client.js';
import { HistoryClient } from './history.client.js';
import { JudgingClient } from './judging.client.js';

const clients = [
  ClaimsClient,
  HistoryClient,
  JudgingClient,
  ...clientProviders((config: SchedulerConfig) => ({
    deadlineMs: config.SCHEDULER_RUN_SECONDS * 1000,
    channels: config.SCHEDULER_DISPATCH_CHANNELS,
  })),
  {
    provide: RetentionClient,
    inject: [CONFIG, CallerSigner],
    useFactory: (config: SchedulerConfig, signer: CallerSigner) => new RetentionClient(config.ADMIN_GRPC_URL, signer),
  },
];

/** The services this one calls. */
@Module({ providers: clients, exports: clients })
export class ClientsModule {}
