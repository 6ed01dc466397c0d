import { Module } from '@nestjs/common';
import { CallerSigner, clientProviders, CONFIG, RetentionClient } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { EstimatesClient } from './estimates.client.js';
import { ProviderRequestsClient } from './provider-requests.client.js';

const clients = [
  ...clientProviders((config: ConversationConfig) => ({
    deadlineMs: config.CONVERSATION_DISPATCH_SECONDS * 1000,
    channels: config.CONVERSATION_DISPATCH_CHANNELS,
  })),
  {
    provide: EstimatesClient,
    inject: [CONFIG, CallerSigner],
    useFactory: (config: ConversationConfig, signer: CallerSigner) =>
      new EstimatesClient(config.AI_DISPATCH_GRPC_URL, signer),
  },
  {
    provide: ProviderRequestsClient,
    inject: [CONFIG, CallerSigner],
    useFactory: (config: ConversationConfig, signer: CallerSigner) =>
      new ProviderRequestsClient(config.AI_DISPATCH_GRPC_URL, signer),
  },
  {
    provide: RetentionClient,
    inject: [CONFIG, CallerSigner],
    useFactory: (config: ConversationConfig, signer: CallerSigner) =>
      new RetentionClient(config.ADMIN_GRPC_URL, signer),
  },
];

/** The services this one calls. */
@Module({ providers: clients, exports: clients })
export class ClientsModule {}
