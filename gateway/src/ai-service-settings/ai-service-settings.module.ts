import { Module } from '@nestjs/common';
import { AiServiceSettingsController } from './ai-service-settings.controller.js';
import { AiServiceSettingsService } from './ai-service-settings.service.js';

@Module({ controllers: [AiServiceSettingsController], providers: [AiServiceSettingsService] })
export class AiServiceSettingsModule {}
