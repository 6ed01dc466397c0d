import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { RepliesModule } from '../replies/replies.module.js';
import { ContextsGrpc } from './contexts.grpc.js';
import { ContextsService } from './contexts.service.js';

@Module({ imports: [ClientsModule, RepliesModule], controllers: [ContextsGrpc], providers: [ContextsService] })
export class ContextsModule {}
