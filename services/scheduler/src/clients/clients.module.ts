import { Module } from '@nestjs/common';
import { AccessClient, CallerSigner, CatalogClient, CONFIG, DispatchClient } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';

const inject = [CONFIG, CallerSigner];

const clients = [
  {
    provide: AccessClient,
    inject,
    useFactory: ({ ADMIN_GRPC_URL: url }: SchedulerConfig, signer: CallerSigner) => new AccessClient(url, signer),
  },
  {
    provide: CatalogClient,
    inject,
    useFactory: ({ AI_DISPATCH_GRPC_URL: url }: SchedulerConfig, signer: CallerSigner) =>
      new CatalogClient(url, signer),
  },
  {
    provide: DispatchClient,
    inject,
    useFactory: (config: SchedulerConfig, signer: CallerSigner) =>
      new DispatchClient({
        url: config.AI_DISPATCH_GRPC_URL,
        signer,
        deadlineMs: config.SCHEDULER_RUN_SECONDS * 1000,
        channels: config.SCHEDULER_DISPATCH_CHANNELS,
      }),
  },
];

/** The services this one calls. */
@Module({ providers: clients, exports: clients })
export class ClientsModule {}
