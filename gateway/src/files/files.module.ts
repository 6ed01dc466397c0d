import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';
import { UploadBudget } from './upload-budget.js';

@Module({
  imports: [AiServicesModule, MessagesModule],
  controllers: [FilesController],
  providers: [FilesService, UploadBudget],
})
export class FilesModule {}
