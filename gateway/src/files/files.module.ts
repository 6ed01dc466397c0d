import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';

@Module({ imports: [MessagesModule], controllers: [FilesController], providers: [FilesService] })
export class FilesModule {}
