import { once } from 'node:events';
import { Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { exportUsage, getUsage } from '@polylogue/api-contract';
import type { z } from 'zod';
import { goneSignal } from '../http/gone-signal.js';
import { ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { UsageService } from './usage.service.js';

@Controller()
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Serves(getUsage)
  sum(@ValidQuery() query: z.output<NonNullable<(typeof getUsage)['query']>>) {
    return this.usage.sum(query);
  }

  // An error before the first page is an ordinary answer; one after it cuts the line: half a file is no file.
  @Serves(exportUsage)
  async export(@ValidQuery() query: z.output<NonNullable<(typeof exportUsage)['query']>>, @Res() response: Response) {
    const range = this.usage.range(query);
    const signal = goneSignal(response);
    const pieces = this.usage.csv(range, signal)[Symbol.asyncIterator]();
    const [head, first] = [await pieces.next(), await pieces.next()];
    response.type('text/csv; charset=utf-8');
    response.attachment(`usage-${range.from}-to-${range.to}.csv`);
    try {
      response.write(head.value ?? '');
      for (let next = first; !next.done; next = await pieces.next()) {
        if (!response.write(next.value)) await once(response, 'drain', { signal });
      }
      response.end();
    } catch {
      response.destroy();
    }
  }
}
