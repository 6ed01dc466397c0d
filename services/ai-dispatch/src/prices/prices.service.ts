import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, LOGGER, type Logger } from '@polylogue/service-kit';
import { readFile } from 'node:fs/promises';
import type { AiDispatchConfig } from '../config.js';
import type { EndPart } from '../providers/provider.js';
import { currency, toMicros, type TokenPrice } from './micros.rules.js';
import { costOfCall, findPrice, type CallCost, type Priced, type PriceRow } from './price.rules.js';
import { readPriceFile } from './price-file.rules.js';

/** What each service costs, by the operator's file and then by the built-in list. */
@Injectable()
export class PricesService implements OnModuleInit {
  private rows: readonly PriceRow[] = [];
  /** An entry that changes is another one. */
  private readonly found = new WeakMap<Priced, { price: TokenPrice | undefined }>();

  constructor(
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const file = this.config.AI_PRICES_FILE;
    if (file === undefined) return;
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) {
      this.logger.error({ file }, 'AI_PRICES_FILE cannot be read; check the path and its permissions');
      return;
    }
    const { rows, faults } = readPriceFile(text);
    for (const fault of faults) this.logger.error({ file, fault }, 'a fault in AI_PRICES_FILE');
    this.rows = rows;
  }

  /** Undefined: not known. */
  priceOf(service: Priced): TokenPrice | undefined {
    let known = this.found.get(service);
    if (!known) this.found.set(service, (known = { price: findPrice(service, this.rows) }));
    return known.price;
  }

  /** What a reply cost; undefined when unknown. */
  costOf(service: Priced, end: Pick<EndPart, 'usage' | 'cost'> | undefined): CallCost | undefined {
    const { cost, usage } = end ?? {};
    const reported = cost?.currency === currency ? toMicros(cost.amount) : undefined;
    return costOfCall(reported, usage, this.priceOf(service));
  }
}
