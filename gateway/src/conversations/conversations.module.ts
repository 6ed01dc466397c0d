import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';

@Module({ imports: [AiServicesModule], controllers: [ConversationsController], providers: [ConversationsService] })
export class ConversationsModule {}
