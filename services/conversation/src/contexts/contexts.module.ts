import { Module } from '@nestjs/common';
import { RepliesModule } from '../replies/replies.module.js';
import { ContextsGrpc } from './contexts.grpc.js';
import { ContextsService } from './contexts.service.js';

@Module({ imports: [RepliesModule], controllers: [ContextsGrpc], providers: [ContextsService] })
export class ContextsModule {}
