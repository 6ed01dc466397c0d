import { Controller, Res } from '@nestjs/common';
import { exportFileName, exportUsage, getUsage, listEstimateAccuracy } from '@polylogue/api-contract';
import type { z } from 'zod';
import { goneSignal } from '../http/gone-signal.js';
import { ValidQuery } from '../http/input.js';
import { sendPieces, startingWith } from '../http/send-pieces.js';
import { Serves } from '../http/serves.js';
import { UsageService } from './usage.service.js';
import type { HttpResponse } from '../http/http-messages.js';

@Controller()
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Serves(getUsage)
  sum(@ValidQuery() query: z.output<NonNullable<(typeof getUsage)['query']>>) {
    return this.usage.sum(query);
  }

  @Serves(listEstimateAccuracy)
  estimateAccuracy(@ValidQuery() query: z.output<NonNullable<(typeof listEstimateAccuracy)['query']>>) {
    return this.usage.estimateAccuracy(query);
  }

  @Serves(exportUsage)
  async export(
    @ValidQuery() query: z.output<NonNullable<(typeof exportUsage)['query']>>,
    @Res() response: HttpResponse,
  ) {
    const range = this.usage.range(query);
    const signal = goneSignal(response);
    const pages = this.usage.csv(range, signal);
    const first = await pages.next();
    response.type('text/csv; charset=utf-8');
    response.attachment(exportFileName('usage', `${range.from}-to-${range.to}`, 'csv'));
    await sendPieces(response, startingWith(first, pages));
  }
}
