import { CatalogServiceDefinition, type ProbeAiServiceRequest } from '@polylogue/proto';
import { GrpcEndpoint, type GrpcHandlers } from '@polylogue/service-kit';
import { toFormer, toProto } from './ai-service.mapper.js';
import { CatalogService } from './catalog.service.js';

@GrpcEndpoint(CatalogServiceDefinition)
export class CatalogGrpc implements GrpcHandlers<typeof CatalogServiceDefinition> {
  constructor(private readonly catalog: CatalogService) {}

  async listAiServices() {
    const formerServices = this.catalog.former().map(toFormer);
    return { services: this.catalog.list().map(toProto), formerServices };
  }

  async probeAiService({ name }: ProbeAiServiceRequest) {
    return toProto(await this.catalog.probe(name, 'administrator'));
  }
}
