import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@polylogue/service-kit';
import { HttpClient } from '../providers/http.client.js';
import { ProviderError } from '../providers/provider.errors.js';
import type { Provider } from '../providers/provider.js';
import type { AiServiceEntry, ConfiguredRow, ListedService, ServiceStatus } from './ai-service.entity.js';
import { AiServicesRepository } from './ai-services.repository.js';
import { unknownAiService } from './catalog.errors.js';
import { providers } from './providers.js';
import type { KnownServiceEntity } from './known-service.entity.js';
import { neverSeen, statusAfter, type SeenStatus, type Sighting } from './status.rules.js';
import { StatusesRepository } from './statuses.repository.js';

const probeMs = 5_000;

/** Which services there are, how each is reached, and how each was last seen. */
@Injectable()
export class CatalogService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly seen = new Map<string, SeenStatus>();
  private readonly made = new WeakMap<AiServiceEntry, Provider>();
  private readonly probing = new Map<string, Promise<void>>();
  private publishing = Promise.resolve();
  private reloading = Promise.resolve();

  constructor(
    private readonly rows: AiServicesRepository,
    private readonly statuses: StatusesRepository,
    private readonly http: HttpClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): Promise<void> {
    return this.rows.load();
  }

  /** Takes in what administrators changed. One after the other: what was read first must not come last. */
  reload(): Promise<void> {
    return this.inTurn(() => this.reloadNow());
  }

  /** Takes in programs on this machine that were started since. */
  lookForLocal(): Promise<void> {
    return this.inTurn(() => this.rows.lookForLocal());
  }

  isStale(): Promise<boolean> {
    return this.rows.isStale();
  }

  /** Every service, offered or not. */
  configured(): readonly ConfiguredRow[] {
    return this.rows.allConfigured();
  }

  getConfigured(name: string): ConfiguredRow {
    const row = this.rows.findConfigured(name);
    if (!row) throw unknownAiService(name);
    return row;
  }

  list(): ListedService[] {
    return this.rows.all().map((entry) => ({ entry, status: this.statusOf(entry.name) }));
  }

  /** Those that were offered once and are not any more. */
  former(): readonly KnownServiceEntity[] {
    return this.rows.former();
  }

  find(name: string): AiServiceEntry | undefined {
    return this.rows.find(name);
  }

  get(name: string): AiServiceEntry {
    const entry = this.rows.find(name);
    if (!entry) throw unknownAiService(name);
    return entry;
  }

  providerOf(entry: AiServiceEntry): Provider {
    let provider = this.made.get(entry);
    if (!provider) this.made.set(entry, (provider = providers[entry.provider].create(entry, this.http)));
    return provider;
  }

  /** Sends the service a free request and remembers the answer. Concurrent callers share one probe. */
  async probe(name: string, by: 'probe' | 'administrator'): Promise<ListedService> {
    const entry = this.get(name);
    let running = this.probing.get(name);
    if (!running) {
      running = this.probeNow(entry, by).finally(() => this.probing.delete(name));
      this.probing.set(name, running);
    }
    await running;
    return { entry, status: this.statusOf(name) };
  }

  /** Takes note of what a call or a probe saw of a service. */
  note(name: string, sighting: Sighting): void {
    const before = this.seen.get(name) ?? neverSeen;
    const after = statusAfter(before, sighting);
    this.seen.set(name, after);
    const isNew = after.status !== before.status;
    if (isNew)
      this.logger.info(
        { aiService: name, status: after.status, because: sighting.answer },
        'a service changed its status',
      );
    // That a key was refused, and what an administrator requested, may be new to another process.
    const isRefusalNew = after.isKeyRefused !== before.isKeyRefused;
    if (!isNew && !isRefusalNew && sighting.by !== 'administrator') return;
    // One after the other: published out of order, the outdated status would stay.
    this.publishing = this.publishing
      .then(() => this.statuses.change(name, after.status))
      .catch((error: unknown) =>
        this.logger.warn({ err: error, aiService: name }, 'publishing a change of status failed'),
      );
  }

  /** Forgets that a key was refused here once another process has seen it work; what is heard is never published again. */
  hear(name: string): Promise<void> {
    if (!this.seen.get(name)?.isKeyRefused) return Promise.resolve();
    // What is stored counts, not what the event says, which may be our own of before: so all of ours is stored first.
    return this.publishing.then(async () => {
      const before = this.seen.get(name);
      const status = await this.statuses.find(name);
      if (status === undefined || status === 'error' || this.seen.get(name) !== before) return;
      this.seen.set(name, { status, isKeyRefused: false });
      this.logger.info({ aiService: name, status }, 'another process saw a service whose key was refused here');
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.publishing;
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.reloading.catch(() => undefined).then(work);
    this.reloading = next;
    return next;
  }

  private async reloadNow(): Promise<void> {
    const before = new Set(this.rows.all().map(({ name }) => name));
    const changed = await this.rows.refresh();
    // What was seen of a service at its old address, or with its old key, says nothing any more.
    for (const name of changed) this.seen.delete(name);
    const fresh = this.rows.all().filter(({ name }) => changed.includes(name) || !before.has(name));
    for (const { name } of fresh) void this.probe(name, 'administrator').catch(() => undefined);
  }

  private async probeNow(entry: AiServiceEntry, by: 'probe' | 'administrator'): Promise<void> {
    try {
      const answer = await this.providerOf(entry).probe(AbortSignal.timeout(probeMs));
      this.note(entry.name, { by, answer });
    } catch (thrown) {
      const answer = thrown instanceof ProviderError ? thrown.failure.code : 'unreachable';
      this.note(entry.name, { by, answer });
    }
  }

  statusOf(name: string): ServiceStatus {
    return (this.seen.get(name) ?? neverSeen).status;
  }
}
