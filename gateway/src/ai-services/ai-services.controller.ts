import { Controller } from '@nestjs/common';
import { listAiServices, retryAiService } from '@polylogue/api-contract';
import { PathName, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { CatalogService } from './catalog.service.js';

@Controller()
export class AiServicesController {
  constructor(private readonly catalog: CatalogService) {}

  @Serves(listAiServices)
  async list(@ValidQuery() { former, variants }: { former?: string; variants?: string }) {
    const deleted = former === 'true';
    const services = await (deleted ? this.catalog.listAll() : this.catalog.list());
    return variants === 'true' ? this.catalog.withVariants(services, { deleted }) : services;
  }

  @Serves(retryAiService)
  retry(@PathName() name: string) {
    return this.catalog.probe(name);
  }
}
