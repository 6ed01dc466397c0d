import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeySpendings } from './key-spendings.js';

/** The routes of keys; what lets requests in by a key stands with the guards, in the auth module. */
@Module({
  imports: [AiServicesModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysService, KeySpendings],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
