import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Logger } from '@polylogue/service-kit';
import { readFile } from 'node:fs/promises';
import type { AiDispatchConfig } from '../config.js';
import { NetworkPolicy } from '../network/network-policy.js';
import type { Defaults, OperatorRow } from './ai-service.entity.js';
import { readCatalogFile } from './catalog-file.rules.js';
import { demoServices } from './demo-services.rules.js';
import { LocalServicesClient } from './local-services.client.js';
import { servicesOfKeys } from './well-known.rules.js';

/** What the operator configured: the file, else keys and local programs; beside them the demo. */
@Injectable()
export class OperatorRows {
  constructor(
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly local: LocalServicesClient,
    private readonly network: NetworkPolicy,
  ) {}

  async read(): Promise<OperatorRow[]> {
    const { AI_SERVICES_FILE: file } = this.config;
    const rows = file === undefined ? await this.find() : await this.readFile(file);
    // The operator allows an address by writing it into the configuration.
    for (const { entry } of rows) this.network.trust(entry.baseUrl);
    return rows;
  }

  /** The models of programs on this machine; none where a file says what there is. */
  async findLocal(): Promise<OperatorRow[]> {
    if (this.config.AI_SERVICES_FILE !== undefined) return [];
    const rows = await this.lookForLocal();
    for (const { entry } of rows) this.network.trust(entry.baseUrl);
    return rows;
  }

  /** What a service is given that says nothing of its own. */
  get defaults(): Defaults {
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

  private async readFile(file: string): Promise<OperatorRow[]> {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) {
      this.logger.error({ file }, 'AI_SERVICES_FILE cannot be read; check the path and its permissions');
      return [];
    }
    const settings = { env: process.env, defaults: this.defaults, demoUrl: this.config.DEMO_URL };
    const { rows, faults } = readCatalogFile(text, settings);
    for (const fault of faults) this.logger.error({ file, fault }, 'a fault in AI_SERVICES_FILE');
    return rows.map((row) => ({ ...row, source: 'file' }));
  }

  private async lookForLocal(): Promise<OperatorRow[]> {
    const { OLLAMA_URL: ollama, LM_STUDIO_URL: studio } = this.config;
    const found = await Promise.all([
      this.local.find('ollama', ollama, this.defaults),
      this.local.find('lm-studio', studio, this.defaults),
    ]);
    return found.flat().map(from('local'));
  }

  private async find(): Promise<OperatorRow[]> {
    const { DEMO_URL: demoUrl } = this.config;
    const demo = demoUrl === undefined ? [] : demoServices(demoUrl, this.defaults);
    return [
      ...servicesOfKeys(this.config, this.defaults).map(from('environment')),
      ...(await this.lookForLocal()),
      ...demo.map(from('demo')),
    ];
  }
}

const from = (source: OperatorRow['source']) => (entry: OperatorRow['entry']) => ({ entry, source, isEnabled: true });
