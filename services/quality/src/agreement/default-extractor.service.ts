import { Injectable } from '@nestjs/common';
import type { DefaultExtractor } from '@polylogue/proto';
import { CatalogClient } from '@polylogue/service-kit';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import { usable } from './extractor.rules.js';

/** Who finds claims when a user names nobody: the administrators' choice. */
@Injectable()
export class DefaultExtractorService {
  constructor(
    private readonly settings: CurrentSettings,
    private readonly catalog: CatalogClient,
  ) {}

  /** As it was chosen, whether or not it can be asked now. */
  async chosen(): Promise<string | undefined> {
    return (await this.settings.current()).defaultExtractor || undefined;
  }

  /** Whom a user may count on, or why not on the one that was chosen. */
  async get(): Promise<DefaultExtractor> {
    const chosen = await this.chosen();
    if (chosen === undefined) return {};
    const services = await this.catalog.list();
    if (usable(services, chosen)) return { aiService: chosen };
    const name = services.find((service) => service.name === chosen)?.displayName ?? `"${chosen}"`;
    return {
      note: `${name}, the default of this installation, is not available now: a service that did not answer is asked.`,
    };
  }
}
