import { Controller, Req, Res } from '@nestjs/common';
import {
  changeComparison,
  deleteComparison,
  getComparison,
  listComparisons,
  listComparisonTags,
  type Comparison,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { listHeaders } from '../conversations/list-headers.rules.js';
import { PathId, ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import type { ListComparisonsQuery } from './comparisons.mapper.js';
import { ComparisonsService } from './comparisons.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class ComparisonsController {
  constructor(private readonly comparisons: ComparisonsService) {}

  @Serves(listComparisons)
  async list(
    @ValidQuery() query: ListComparisonsQuery,
    @Req() { originalUrl }: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<Comparison[]> {
    const { rows, total, nextCursor } = await this.comparisons.find(query);
    response.set(listHeaders({ total, totalAtLeast: undefined, nextCursor }, originalUrl));
    return rows;
  }

  // Before the route with an id, which would take its name for one.
  @Serves(listComparisonTags)
  tags(): Promise<string[]> {
    return this.comparisons.tags();
  }

  @Serves(getComparison)
  get(@PathId() id: string): Promise<Comparison> {
    return this.comparisons.get(id);
  }

  @Serves(changeComparison)
  change(@PathId() id: string, @ValidBody() body: ValidBodyOf<typeof changeComparison>): Promise<Comparison> {
    return this.comparisons.change(id, body);
  }

  @Serves(deleteComparison)
  async delete(@PathId() id: string): Promise<void> {
    await this.comparisons.delete(id);
  }
}
