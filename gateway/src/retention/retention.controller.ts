import { Controller } from '@nestjs/common';
import { getRetention, previewRetention, setRetention, type ValidBodyOf } from '@polylogue/api-contract';
import type { z } from 'zod';
import { ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { RetentionService } from './retention.service.js';

@Controller()
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Serves(getRetention)
  current() {
    return this.retention.current();
  }

  @Serves(previewRetention)
  preview(@ValidQuery() rule: z.output<NonNullable<(typeof previewRetention)['query']>>) {
    return this.retention.preview(rule);
  }

  @Serves(setRetention)
  set(@ValidBody() rule: ValidBodyOf<typeof setRetention>) {
    return this.retention.set(rule);
  }
}
