import { Controller } from '@nestjs/common';
import {
  cancelAgreementMap,
  createAgreementMap,
  deleteAgreementMap,
  estimateAgreementMap,
  getAgreementMap,
  getDefaultExtractor,
  listAgreementMaps,
  markClaim,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { AllowanceService, unknownService } from '../allowance/allowance.service.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { PathClaim, PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { AgreementMapsService } from './agreement-maps.service.js';

@Controller()
export class AgreementMapsController {
  constructor(
    private readonly maps: AgreementMapsService,
    private readonly allowance: AllowanceService,
  ) {}

  @Serves(createAgreementMap)
  async create(@ValidBody() body: ValidBodyOf<typeof createAgreementMap>, @IdempotencyKey() key: string | undefined) {
    await this.allowance.take(createAgreementMap, key, [body.extractorAI ?? unknownService]);
    return this.maps.create(body, key);
  }

  @Serves(estimateAgreementMap)
  estimate(@ValidBody() body: ValidBodyOf<typeof estimateAgreementMap>) {
    return this.maps.estimate(body);
  }

  @Serves(getDefaultExtractor)
  defaultExtractor() {
    return this.maps.defaultExtractor();
  }

  @Serves(getAgreementMap)
  get(@PathId() id: string) {
    return this.maps.get(id);
  }

  @Serves(listAgreementMaps)
  list(@PathId() broadcastId: string) {
    return this.maps.list(broadcastId);
  }

  @Serves(cancelAgreementMap)
  cancel(@PathId() id: string) {
    return this.maps.cancel(id);
  }

  @Serves(deleteAgreementMap)
  async delete(@PathId() id: string) {
    await this.maps.delete(id);
  }

  @Serves(markClaim)
  mark(@PathId() id: string, @PathClaim() claim: number, @ValidBody() { mark }: ValidBodyOf<typeof markClaim>) {
    return this.maps.mark(id, claim, mark);
  }
}
