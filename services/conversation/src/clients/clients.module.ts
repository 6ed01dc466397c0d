import { Module } from '@nestjs/common';
import { clientProviders } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';

const clients = clientProviders((config: ConversationConfig) => ({
  deadlineMs: config.CONVERSATION_DISPATCH_SECONDS * 1000,
  channels: config.CONVERSATION_DISPATCH_CHANNELS,
}));

/** The services this one calls. */
@Module({ providers: clients, exports: clients })
export class ClientsModule {}
