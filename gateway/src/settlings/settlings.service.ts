import { Injectable } from '@nestjs/common';
import type { Estimate, Settling } from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toOwnEstimate } from '../estimates/estimates.mapper.js';
import { toSettling } from './settlings.mapper.js';

@Injectable()
export class SettlingsService {
  constructor(
    @InjectClient('settling') private readonly settling: ClientOf<'settling'>,
    private readonly catalog: CatalogService,
  ) {}

  async create(mapId: string, claims: number[], idempotencyKey: string | undefined): Promise<Settling> {
    const settling = await this.settling.createSettleRound({ mapId, claims, idempotencyKey });
    return toSettling(settling, await this.catalog.labels());
  }

  async get(mapId: string): Promise<Settling> {
    const [settling, labelOf] = await Promise.all([this.settling.getSettling({ mapId }), this.catalog.labels()]);
    return toSettling(settling, labelOf);
  }

  /** Whom a round about these claims asks, each once; without claims one about all that are in dispute. */
  async asked(mapId: string, claims: readonly number[]): Promise<string[]> {
    const { open } = await this.settling.getSettling({ mapId });
    const chosen = claims.length === 0 ? open : open.filter(({ claim }) => claims.includes(claim));
    return [...new Set(chosen.flatMap(({ aiServices }) => aiServices))];
  }

  cancel(mapId: string) {
    return this.settling.cancelSettleRound({ mapId });
  }

  async estimate(mapId: string, claims: number[]): Promise<Estimate> {
    const [{ estimates }, labelOf] = await Promise.all([
      this.settling.estimateSettleRound({ mapId, claims }),
      this.catalog.labels(),
    ]);
    return toOwnEstimate(estimates, labelOf);
  }
}
