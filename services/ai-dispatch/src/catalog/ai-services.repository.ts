import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type Logger } from '@polylogue/service-kit';
import { isDeepStrictEqual } from 'node:util';
import { StoredKeys } from '../keys/stored-keys.js';
import { AdminRowsRepository } from './admin-rows.repository.js';
import type { AdminRow, AiServiceEntry, ConfiguredRow, OperatorRow } from './ai-service.entity.js';
import type { KnownServiceEntity } from './known-service.entity.js';
import { KnownServicesRepository } from './known-services.repository.js';
import { arrange, originOf } from './catalog-rows.rules.js';
import { OperatorRows } from './operator-rows.js';

/** The rows of the catalog: what the operator configured, and what administrators made of it. */
@Injectable()
export class AiServicesRepository {
  private operator: readonly OperatorRow[] = [];
  private configured: readonly ConfiguredRow[] = [];
  private offered: readonly AiServiceEntry[] = [];
  private known: readonly KnownServiceEntity[] = [];
  private revision = '';

  constructor(
    private readonly operatorRows: OperatorRows,
    private readonly adminRows: AdminRowsRepository,
    private readonly knownServices: KnownServicesRepository,
    private readonly storedKeys: StoredKeys,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async load(): Promise<void> {
    this.operator = await this.operatorRows.read();
    await this.refresh();
    if (this.offered.length === 0) {
      this.logger.warn('there is no AI service: add one in the panel, or set a key, AI_SERVICES_FILE or DEMO_URL');
    }
    this.logger.info({ aiServices: this.offered.map(({ name }) => name) }, 'the catalog is loaded');
  }

  /** Looks again for programs on this machine. One that ended stays listed; its status says so. */
  async lookForLocal(): Promise<void> {
    const found = await this.operatorRows.findLocal();
    const fresh = found.filter(({ entry }) => !this.operator.some((row) => row.entry.name === entry.name));
    if (fresh.length === 0) return;
    const isDemo = (row: OperatorRow) => row.source === 'demo';
    const others = this.operator.filter((row) => !isDemo(row));
    this.operator = [...others, ...fresh, ...this.operator.filter(isDemo)];
    await this.refresh();
    this.logger.info({ aiServices: fresh.map(({ entry }) => entry.name) }, 'models were found on this machine');
  }

  /** Reads again what administrators made of it. Answers the services that are reached otherwise than before, or gone. */
  async refresh(): Promise<string[]> {
    const revision = await this.adminRows.revision();
    const { admin, secrets } = await this.database.asWorker(async (tx) => ({
      admin: await this.adminRows.all(tx),
      secrets: await this.storedKeys.read(tx),
    }));
    const keys = this.storedKeys.open(secrets, (name) => this.originNow(name, admin));
    const rows = arrange({ operator: this.operator, admin, keys, defaults: this.operatorRows.defaults });
    const before = new Map(this.configured.map((row) => [row.entry.name, row.entry]));
    // A row that stays as it was stays the same object: its connections, breaker and slots are kept with it.
    this.configured = rows.map((row) => {
      const known = before.get(row.entry.name);
      return known && isDeepStrictEqual(known, row.entry) ? { ...row, entry: known } : row;
    });
    this.offered = this.configured.filter(({ isEnabled }) => isEnabled).map(({ entry }) => entry);
    this.known = await this.knownServices.remember(this.offered);
    this.revision = revision;
    const after = new Map(this.configured.map((row) => [row.entry.name, row.entry]));
    return [...before].filter(([name, entry]) => !isReachedAlike(entry, after.get(name))).map(([name]) => name);
  }

  /** Whether the table says something that is not known here yet. */
  async isStale(): Promise<boolean> {
    return (await this.adminRows.revision()) !== this.revision;
  }

  /** Those on offer. */
  all(): readonly AiServiceEntry[] {
    return this.offered;
  }

  /** Those that were offered once and are not any more, as they were last. */
  former(): readonly KnownServiceEntity[] {
    return this.known.filter(({ name }) => this.find(name) === undefined);
  }

  find(name: string): AiServiceEntry | undefined {
    return this.offered.find((row) => row.name === name);
  }

  /** All, offered or not. */
  allConfigured(): readonly ConfiguredRow[] {
    return this.configured;
  }

  findConfigured(name: string): ConfiguredRow | undefined {
    return this.configured.find(({ entry }) => entry.name === name);
  }

  private originNow(name: string, admin: readonly AdminRow[]): string | undefined {
    const own = admin.find((row) => row.name === name && row.isOwn)?.baseUrl;
    const baseUrl = own ?? this.operator.find(({ entry }) => entry.name === name)?.entry.baseUrl;
    return baseUrl === undefined ? undefined : originOf(baseUrl);
  }
}

function isReachedAlike(one: AiServiceEntry, other: AiServiceEntry | undefined): boolean {
  const keys = ['provider', 'baseUrl', 'model', 'apiKey', 'category'] as const;
  return other !== undefined && keys.every((key) => one[key] === other[key]);
}
