import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { SavedQueriesModule } from '../saved-queries/saved-queries.module.js';
import { WebhooksGrpc } from './webhooks.grpc.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [SavedQueriesModule, ClientsModule],
  controllers: [WebhooksGrpc],
  providers: [WebhooksService, WebhooksRepository],
})
export class WebhooksModule {}
