import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CatalogSettingsServiceDefinition } from '@polylogue/proto';
import { provideClient } from '../clients/clients.module.js';
import { AiServiceSettingsController } from './ai-service-settings.controller.js';
import { AiServiceSettingsService } from './ai-service-settings.service.js';
import { CatalogSettingsClient } from './catalog-settings.client.js';

@Module({
  controllers: [AiServiceSettingsController],
  providers: [
    AiServiceSettingsService,
    provideClient(CatalogSettingsClient, CatalogSettingsServiceDefinition, (config) => config.AI_DISPATCH_GRPC_URL),
  ],
})
export class AiServiceSettingsModule implements OnApplicationShutdown {
  constructor(@Inject(CatalogSettingsClient) private readonly client: CatalogSettingsClient) {}

  onApplicationShutdown(): void {
    this.client.close();
  }
}
