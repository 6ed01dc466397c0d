import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ProviderRequestsGrpc } from './provider-requests.grpc.js';

@Module({ imports: [CatalogModule], controllers: [ProviderRequestsGrpc] })
export class ProviderRequestsModule {}
