import { Injectable } from '@nestjs/common';
import type { changeComparison, Comparison, ValidBodyOf } from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toChangeRequest, toComparison, toFindRequest, type ListComparisonsQuery } from './comparisons.mapper.js';

/** Comparisons as `/api` speaks of them. */
@Injectable()
export class ComparisonsService {
  constructor(
    @InjectClient('comparisons') private readonly comparisons: ClientOf<'comparisons'>,
    private readonly catalog: CatalogService,
  ) {}

  async find(query: ListComparisonsQuery) {
    const { comparisons, total, nextCursor } = await this.comparisons.findComparisons(toFindRequest(query));
    const labelOf = await this.catalog.labels();
    return { rows: comparisons.map((each) => toComparison(each, labelOf)), total, nextCursor };
  }

  async get(id: string): Promise<Comparison> {
    return toComparison(await this.comparisons.getComparison({ id }), await this.catalog.labels());
  }

  async change(id: string, body: ValidBodyOf<typeof changeComparison>): Promise<Comparison> {
    const changed = await this.comparisons.changeComparison(toChangeRequest(id, body));
    return toComparison(changed, await this.catalog.labels());
  }

  async delete(id: string): Promise<void> {
    await this.comparisons.deleteComparison({ id });
  }
}
