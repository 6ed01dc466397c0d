import { Module } from '@nestjs/common';
import { AnswerPresetsModule } from '../answer-presets/answer-presets.module.js';
import { BlindModule } from '../blind/blind.module.js';
import { RepliesModule } from '../replies/replies.module.js';
import { ApartRepository } from './apart.repository.js';
import { BroadcastReader } from './broadcast-reader.service.js';
import { BroadcastStore } from './broadcast-store.service.js';
import { BroadcastsGrpc } from './broadcasts.grpc.js';
import { BroadcastsRepository } from './broadcasts.repository.js';
import { BroadcastsService } from './broadcasts.service.js';
import { ContinueRepository } from './continue.repository.js';
import { IdempotencyService } from './idempotency.service.js';
import { MessageSender } from './message-sender.service.js';
import { StoredBroadcastsRepository } from './stored-broadcasts.repository.js';
import { TargetsService } from './targets.service.js';

@Module({
  imports: [AnswerPresetsModule, BlindModule, RepliesModule],
  controllers: [BroadcastsGrpc],
  providers: [
    ApartRepository,
    BroadcastReader,
    BroadcastStore,
    BroadcastsRepository,
    BroadcastsService,
    ContinueRepository,
    IdempotencyService,
    MessageSender,
    StoredBroadcastsRepository,
    TargetsService,
  ],
  exports: [BroadcastReader, BroadcastsService],
})
export class BroadcastsModule {}
