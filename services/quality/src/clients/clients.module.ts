import { Module } from '@nestjs/common';
import { AccessClient, CallerSigner, CatalogClient, CONFIG, DispatchClient } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { AllowanceClient } from './allowance.client.js';
import { RepliesClient } from './replies.client.js';

const inject = [CONFIG, CallerSigner];

const clients = [
  AllowanceClient,
  RepliesClient,
  {
    provide: AccessClient,
    inject,
    useFactory: ({ ADMIN_GRPC_URL: url }: QualityConfig, signer: CallerSigner) => new AccessClient(url, signer),
  },
  {
    provide: CatalogClient,
    inject,
    useFactory: ({ AI_DISPATCH_GRPC_URL: url }: QualityConfig, signer: CallerSigner) => new CatalogClient(url, signer),
  },
  {
    provide: DispatchClient,
    inject,
    useFactory: ({ AI_DISPATCH_GRPC_URL: url, QUALITY_CALL_SECONDS }: QualityConfig, signer: CallerSigner) =>
      new DispatchClient({ url, signer, deadlineMs: QUALITY_CALL_SECONDS * 1000 }),
  },
];

/** The services this one calls. */
@Module({ providers: clients, exports: clients })
export class ClientsModule {}
