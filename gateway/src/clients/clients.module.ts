import { Global, Inject, Module, type FactoryProvider, type OnApplicationShutdown } from '@nestjs/common';
import {
  AiChatServiceDefinition,
  BroadcastsServiceDefinition,
  CatalogServiceDefinition,
  ContextsServiceDefinition,
  ConversationsServiceDefinition,
  FilesServiceDefinition,
  HistoryServiceDefinition,
  MediaServiceDefinition,
  PinsServiceDefinition,
  SavedQueriesServiceDefinition,
  SummariesServiceDefinition,
  UsersServiceDefinition,
} from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcDefinition } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';
import { AiChatClient } from './ai-chat.client.js';
import { BroadcastsClient } from './broadcasts.client.js';
import { CatalogClient } from './catalog.client.js';
import { ContextsClient } from './contexts.client.js';
import { ConversationsClient } from './conversations.client.js';
import { FilesClient } from './files.client.js';
import { HistoryClient } from './history.client.js';
import { MediaClient } from './media.client.js';
import { PinsClient } from './pins.client.js';
import { SavedQueriesClient } from './saved-queries.client.js';
import { SummariesClient } from './summaries.client.js';
import { UsersClient } from './users.client.js';

// Thousands of streams stall on one connection.
const streamChannels = 4;

/** A client as a provider. */
export function provideClient(
  provide: symbol,
  definition: GrpcDefinition,
  url: (config: GatewayConfig) => string,
  channels = 1,
): FactoryProvider {
  return {
    provide,
    inject: [CONFIG, CallerSigner],
    useFactory: (config: GatewayConfig, signer: CallerSigner) =>
      grpcClient(definition, { url: url(config), signer, channels }),
  };
}

const clients = [
  provideClient(UsersClient, UsersServiceDefinition, (config) => config.ADMIN_GRPC_URL),
  provideClient(
    BroadcastsClient,
    BroadcastsServiceDefinition,
    (config) => config.CONVERSATION_GRPC_URL,
    streamChannels,
  ),
  provideClient(AiChatClient, AiChatServiceDefinition, (config) => config.CONVERSATION_GRPC_URL, streamChannels),
  provideClient(ConversationsClient, ConversationsServiceDefinition, (config) => config.CONVERSATION_GRPC_URL),
  provideClient(HistoryClient, HistoryServiceDefinition, (config) => config.CONVERSATION_GRPC_URL),
  provideClient(CatalogClient, CatalogServiceDefinition, (config) => config.AI_DISPATCH_GRPC_URL),
  provideClient(ContextsClient, ContextsServiceDefinition, (config) => config.CONVERSATION_GRPC_URL),
  provideClient(MediaClient, MediaServiceDefinition, (config) => config.AI_DISPATCH_GRPC_URL),
  provideClient(PinsClient, PinsServiceDefinition, (config) => config.CONVERSATION_GRPC_URL),
  provideClient(FilesClient, FilesServiceDefinition, (config) => config.AI_DISPATCH_GRPC_URL),
  provideClient(SummariesClient, SummariesServiceDefinition, (config) => config.AI_DISPATCH_GRPC_URL),
  provideClient(SavedQueriesClient, SavedQueriesServiceDefinition, (config) => config.SCHEDULER_GRPC_URL),
];

/** The gRPC clients of the services behind the gateway. */
@Global()
@Module({ providers: clients, exports: clients.map(({ provide }) => provide) })
export class ClientsModule implements OnApplicationShutdown {
  constructor(
    @Inject(UsersClient) private readonly users: UsersClient,
    @Inject(BroadcastsClient) private readonly broadcasts: BroadcastsClient,
    @Inject(ConversationsClient) private readonly conversations: ConversationsClient,
    @Inject(HistoryClient) private readonly history: HistoryClient,
    @Inject(CatalogClient) private readonly catalog: CatalogClient,
    @Inject(AiChatClient) private readonly aiChat: AiChatClient,
    @Inject(ContextsClient) private readonly contexts: ContextsClient,
    @Inject(MediaClient) private readonly media: MediaClient,
    @Inject(PinsClient) private readonly pins: PinsClient,
    @Inject(FilesClient) private readonly files: FilesClient,
    @Inject(SummariesClient) private readonly summaries: SummariesClient,
    @Inject(SavedQueriesClient) private readonly savedQueries: SavedQueriesClient,
  ) {}

  onApplicationShutdown(): void {
    const clients = [
      this.users,
      this.broadcasts,
      this.conversations,
      this.history,
      this.catalog,
      this.contexts,
      this.media,
      this.pins,
      this.files,
      this.summaries,
      this.savedQueries,
      this.aiChat,
    ];
    for (const client of clients) client.close();
  }
}
