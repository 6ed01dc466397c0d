import { Module } from '@nestjs/common';
import { CONFIG } from '@polylogue/service-kit';
import { AttachedMediaConsumer } from './attached-media.consumer.js';
import { LeftoversCron } from './leftovers.cron.js';
import { MediaDropsConsumer } from './media-drops.consumer.js';
import { MediaStore } from './media-store.js';
import { MediaGrpc } from './media.grpc.js';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';
import { openStore } from './open-store.js';

@Module({
  controllers: [MediaGrpc],
  providers: [
    { provide: MediaStore, inject: [CONFIG], useFactory: openStore },
    AttachedMediaConsumer,
    LeftoversCron,
    MediaDropsConsumer,
    MediaRepository,
    MediaService,
  ],
  exports: [MediaService],
})
export class MediaModule {}
