import { Module } from '@nestjs/common';
import { PreviewsGrpc } from './previews.grpc.js';
import { PreviewsRepository } from './previews.repository.js';
import { PreviewsService } from './previews.service.js';

@Module({ controllers: [PreviewsGrpc], providers: [PreviewsService, PreviewsRepository] })
export class PreviewsModule {}
