import { Module } from '@nestjs/common';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { MediaController } from './media.controller.js';
import { MediaService } from './media.service.js';

@Module({ imports: [ThrottlingModule], controllers: [MediaController], providers: [MediaService] })
export class MediaModule {}
