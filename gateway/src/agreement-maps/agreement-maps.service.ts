import { Injectable } from '@nestjs/common';
import type {
  AgreementMap,
  AnswerOf,
  ClaimMark,
  createAgreementMap,
  Estimate,
  getDefaultExtractor,
  ValidBodyOf,
} from '@polylogue/api-contract';
import { claimMark } from '@polylogue/proto';
import { isUnknownCall } from '@polylogue/service-kit';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toOwnEstimate } from '../estimates/estimates.mapper.js';
import { toAgreementMap } from './agreement-maps.mapper.js';

@Injectable()
export class AgreementMapsService {
  constructor(
    @InjectClient('agreementMaps') private readonly maps: ClientOf<'agreementMaps'>,
    private readonly catalog: CatalogService,
  ) {}

  async create(
    { messageIds, extractorAI }: ValidBodyOf<typeof createAgreementMap>,
    idempotencyKey: string | undefined,
  ): Promise<AgreementMap> {
    const extractor = extractorAI ?? undefined;
    const map = await this.maps.createAgreementMap({ messageIds, extractor, idempotencyKey });
    return toAgreementMap(map, await this.catalog.labels());
  }

  async estimate({ messageIds, extractorAI }: ValidBodyOf<typeof createAgreementMap>): Promise<Estimate> {
    const [{ estimate }, labelOf] = await Promise.all([
      this.maps.estimateAgreementMap({ messageIds, extractor: extractorAI ?? undefined }),
      this.catalog.labels(),
    ]);
    return toOwnEstimate([estimate], labelOf);
  }

  async defaultExtractor(): Promise<AnswerOf<typeof getDefaultExtractor>> {
    try {
      const [{ aiService, note }, labelOf] = await Promise.all([
        this.maps.getDefaultExtractor({}),
        this.catalog.labels(),
      ]);
      return { aiService: aiService === undefined ? null : labelOf(aiService), note };
    } catch (error) {
      // A quality of the version before has none.
      if (isUnknownCall(error)) return { aiService: null };
      throw error;
    }
  }

  async get(id: string): Promise<AgreementMap> {
    const [map, labelOf] = await Promise.all([this.maps.getAgreementMap({ id }), this.catalog.labels()]);
    return toAgreementMap(map, labelOf);
  }

  async list(broadcastId: string): Promise<AgreementMap[]> {
    const [{ maps }, labelOf] = await Promise.all([
      this.maps.listAgreementMaps({ broadcastId }),
      this.catalog.labels(),
    ]);
    return maps.map((map) => toAgreementMap(map, labelOf));
  }

  cancel(id: string) {
    return this.maps.cancelAgreementMap({ id });
  }

  async delete(id: string): Promise<void> {
    await this.maps.deleteAgreementMap({ id });
  }

  async mark(id: string, claim: number, word: ClaimMark | null): Promise<AgreementMap> {
    const mark = word === null ? undefined : claimMark.fromWord(word);
    return toAgreementMap(await this.maps.markClaim({ id, claim, mark }), await this.catalog.labels());
  }
}
