import { Module } from '@nestjs/common';
import { CatalogModule } from './catalog/catalog.module.js';
import { DispatchModule } from './dispatch/dispatch.module.js';
import { EstimatesModule } from './estimates/estimates.module.js';
import { FilesModule } from './files/files.module.js';
import { ProviderRequestsModule } from './provider-requests/provider-requests.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SummariesModule } from './summaries/summaries.module.js';

@Module({
  imports: [
    CatalogModule,
    DispatchModule,
    EstimatesModule,
    FilesModule,
    ProviderRequestsModule,
    SettingsModule,
    SummariesModule,
  ],
})
export class AppModule {}
