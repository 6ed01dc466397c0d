import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { ProviderRequestsGrpc } from './provider-requests.grpc.js';

@Module({ imports: [CatalogModule, PicturesModule], controllers: [ProviderRequestsGrpc] })
export class ProviderRequestsModule {}
