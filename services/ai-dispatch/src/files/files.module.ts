import { Module } from '@nestjs/common';
import { FilesGrpc } from './files.grpc.js';
import { FilesService } from './files.service.js';

@Module({ controllers: [FilesGrpc], providers: [FilesService] })
export class FilesModule {}
