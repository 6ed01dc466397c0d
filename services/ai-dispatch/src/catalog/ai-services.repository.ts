import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Logger } from '@polylogue/service-kit';
import { readFile } from 'node:fs/promises';
import type { AiDispatchConfig } from '../config.js';
import type { AiServiceEntry, Defaults } from './ai-service.entity.js';
import { readCatalogFile } from './catalog-file.rules.js';
import { demoServices } from './demo-services.rules.js';
import { LocalServicesClient } from './local-services.client.js';
import { servicesOfKeys } from './well-known.rules.js';

/** The rows of the catalogue: from the operator's file, else from keys and local programs, else the demo. */
@Injectable()
export class AiServicesRepository {
  private rows: readonly AiServiceEntry[] = [];

  constructor(
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly local: LocalServicesClient,
  ) {}

  async load(): Promise<void> {
    const { AI_SERVICES_FILE: file, DEMO_URL: demoUrl } = this.config;
    if (file !== undefined) {
      this.rows = await this.readFile(file);
    } else {
      const real = await this.findReal();
      // Never mixed, never a fallback: whoever has a real service sees real services only.
      this.rows = real.length > 0 || demoUrl === undefined ? real : demoServices(demoUrl, this.defaults);
    }
    if (this.rows.length === 0) this.logger.warn('there is no AI service: set a key, AI_SERVICES_FILE or DEMO_URL');
    this.logger.info({ aiServices: this.rows.map(({ name }) => name) }, 'the catalogue is loaded');
  }

  all(): readonly AiServiceEntry[] {
    return this.rows;
  }

  find(name: string): AiServiceEntry | undefined {
    return this.rows.find((row) => row.name === name);
  }

  private async readFile(file: string): Promise<AiServiceEntry[]> {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) {
      this.logger.error({ file }, 'AI_SERVICES_FILE cannot be read; check the path and its permissions');
      return [];
    }
    const settings = { env: process.env, defaults: this.defaults, demoUrl: this.config.DEMO_URL };
    const { services, faults } = readCatalogFile(text, settings);
    for (const fault of faults) this.logger.error({ file, fault }, 'a fault in AI_SERVICES_FILE');
    return services;
  }

  private async findReal(): Promise<AiServiceEntry[]> {
    const { OLLAMA_URL: ollama, LM_STUDIO_URL: studio } = this.config;
    const local = await Promise.all([
      this.local.find('ollama', ollama, this.defaults),
      this.local.find('lm-studio', studio, this.defaults),
    ]);
    return [...servicesOfKeys(this.config, this.defaults), ...local.flat()];
  }

  private get defaults(): Defaults {
    const { config } = this;
    return {
      timeouts: {
        connectMs: config.AI_DISPATCH_CONNECT_MS,
        firstTokenMs: config.AI_DISPATCH_FIRST_TOKEN_MS,
        gapMs: config.AI_DISPATCH_GAP_MS,
        totalMs: config.AI_DISPATCH_TOTAL_MS,
      },
      limits: { concurrency: config.AI_DISPATCH_CONCURRENCY, queue: config.AI_DISPATCH_QUEUE },
    };
  }
}
