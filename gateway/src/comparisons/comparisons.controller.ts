import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  changeComparison,
  deleteComparison,
  getComparison,
  listComparisons,
  type Comparison,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { listHeaders } from '../conversations/list-headers.rules.js';
import { PathId, ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { toChangeRequest, toComparison, toFindRequest, type ListComparisonsQuery } from './comparisons.mapper.js';

@Controller()
export class ComparisonsController {
  constructor(
    @InjectClient('comparisons') private readonly comparisons: ClientOf<'comparisons'>,
    private readonly catalog: CatalogService,
  ) {}

  @Serves(listComparisons)
  async list(
    @ValidQuery() query: ListComparisonsQuery,
    @Req() { originalUrl }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Comparison[]> {
    const found = await this.comparisons.findComparisons(toFindRequest(query));
    const { total, nextCursor } = found;
    response.set(listHeaders({ total, totalAtLeast: undefined, nextCursor }, originalUrl));
    const labelOf = await this.catalog.labels();
    return found.comparisons.map((each) => toComparison(each, labelOf));
  }

  @Serves(getComparison)
  async get(@PathId() id: string): Promise<Comparison> {
    return toComparison(await this.comparisons.getComparison({ id }), await this.catalog.labels());
  }

  @Serves(changeComparison)
  async change(@PathId() id: string, @ValidBody() body: ValidBodyOf<typeof changeComparison>): Promise<Comparison> {
    const changed = await this.comparisons.changeComparison(toChangeRequest(id, body));
    return toComparison(changed, await this.catalog.labels());
  }

  @Serves(deleteComparison)
  async delete(@PathId() id: string): Promise<void> {
    await this.comparisons.deleteComparison({ id });
  }
}
