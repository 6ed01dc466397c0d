import { BroadcastsServiceDefinition, ConversationsServiceDefinition } from '@polylogue/proto';
import { defineService } from '@polylogue/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { Conversations0001 } from './migrations/0001-conversations.js';
import { Dispatches0002 } from './migrations/0002-dispatches.js';

export const service = defineService({
  name: 'conversation',
  module: AppModule,
  config,
  grpc: [BroadcastsServiceDefinition, ConversationsServiceDefinition],
  migrations: [Conversations0001, Dispatches0002],
});
