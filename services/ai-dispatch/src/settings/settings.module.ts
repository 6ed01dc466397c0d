import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { NetworkModule } from '../network/network.module.js';
import { AddressesService } from './addresses.service.js';
import { SettingsGrpc } from './settings.grpc.js';
import { SettingsService } from './settings.service.js';
import { TrialsService } from './trials.service.js';

/** The catalog as administrators change it. */
@Module({
  imports: [CatalogModule, DispatchModule, KeysModule, NetworkModule],
  controllers: [SettingsGrpc],
  providers: [AddressesService, SettingsService, TrialsService],
})
export class SettingsModule {}
