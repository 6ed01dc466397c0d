import { Controller } from '@nestjs/common';
import { estimateMessage, type ValidBodyOf } from '@polylogue/api-contract';
import { ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { EstimatesService } from './estimates.service.js';

@Controller()
export class EstimatesController {
  constructor(private readonly estimates: EstimatesService) {}

  @Serves(estimateMessage)
  estimate(@ValidBody() body: ValidBodyOf<typeof estimateMessage>) {
    return this.estimates.estimate(body);
  }
}
