import { Module } from '@nestjs/common';
import { AccessClient, CallerSigner, CatalogClient, CONFIG, DispatchClient } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';

const inject = [CONFIG, CallerSigner];

const clients = [
  {
    provide: AccessClient,
    inject,
    useFactory: ({ ADMIN_GRPC_URL: url }: ConversationConfig, signer: CallerSigner) => new AccessClient(url, signer),
  },
  {
    provide: CatalogClient,
    inject,
    useFactory: (config: ConversationConfig, signer: CallerSigner) =>
      new CatalogClient(config.AI_DISPATCH_GRPC_URL, signer),
  },
  {
    provide: DispatchClient,
    inject,
    useFactory: (config: ConversationConfig, signer: CallerSigner) =>
      new DispatchClient({
        url: config.AI_DISPATCH_GRPC_URL,
        signer,
        deadlineMs: config.CONVERSATION_DISPATCH_SECONDS * 1000,
        channels: config.CONVERSATION_DISPATCH_CHANNELS,
      }),
  },
];

/** The services this one calls. */
@Module({ providers: clients, exports: clients })
export class ClientsModule {}
