import { Controller } from '@nestjs/common';
import { listAiServices, retryAiService } from '@polylogue/api-contract';
import { PathName } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { CatalogueService } from './catalog.service.js';

@Controller()
export class AiServicesController {
  constructor(private readonly catalogue: CatalogueService) {}

  @Serves(listAiServices)
  list() {
    return this.catalogue.list();
  }

  @Serves(retryAiService)
  retry(@PathName() name: string) {
    return this.catalogue.probe(name);
  }
}
