import { Module } from '@nestjs/common';
import { CatalogModule } from './catalog/catalog.module.js';
import { DispatchModule } from './dispatch/dispatch.module.js';

@Module({ imports: [CatalogModule, DispatchModule] })
export class AppModule {}
