import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.js';
import { FilesGrpc } from './files.grpc.js';
import { FilesService } from './files.service.js';

@Module({ imports: [MediaModule], controllers: [FilesGrpc], providers: [FilesService] })
export class FilesModule {}
