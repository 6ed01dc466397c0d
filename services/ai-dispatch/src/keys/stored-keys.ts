import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Logger, type Transaction } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';
import { EnvelopeError, open, seal } from './envelope.js';
import { keyRingMissing } from './keys.errors.js';
import type { SecretEntity } from './secret.entity.js';
import { SecretsRepository } from './secrets.repository.js';

/** A key that administrators stored, opened; without `apiKey` it does not open. */
export interface StoredKey {
  setAt: Date;
  apiKey?: string;
}

/** Keys that administrators stored: closed on their way in, opened only to be used. */
@Injectable()
export class StoredKeys {
  /** Warned of once per process and service. */
  private readonly warned = new Set<string>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<AiDispatchConfig, 'AI_DISPATCH_KEY_RING'>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly secrets: SecretsRepository,
  ) {}

  get canStore(): boolean {
    return this.config.AI_DISPATCH_KEY_RING !== undefined;
  }

  async store(tx: Transaction, service: string, origin: string, apiKey: string): Promise<void> {
    const ring = this.config.AI_DISPATCH_KEY_RING;
    if (!ring) throw keyRingMissing();
    await this.secrets.put(tx, service, seal(apiKey, { service, origin }, ring));
  }

  remove(tx: Transaction, service: string): Promise<void> {
    return this.secrets.remove(tx, service);
  }

  read(tx: Transaction): Promise<SecretEntity[]> {
    return this.secrets.all(tx);
  }

  /** Opens what can be opened; a key whose service is gone, or now somewhere else, is not. */
  open(rows: readonly SecretEntity[], originOf: (service: string) => string | undefined): Map<string, StoredKey> {
    return new Map(
      rows.map((row) => [row.service, { setAt: row.setAt, apiKey: this.openOne(row, originOf(row.service)) }]),
    );
  }

  private openOne(row: SecretEntity, origin: string | undefined): string | undefined {
    const { AI_DISPATCH_KEY_RING: ring } = this.config;
    if (origin === undefined || !ring) return undefined;
    try {
      return open(row, { service: row.service, origin }, ring);
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      const { service, keyId } = row;
      if (!this.warned.has(service)) {
        this.logger.error(
          { aiService: service, keyId },
          'a stored key does not open: bring its key ring back, or set it anew in the panel',
        );
      }
      this.warned.add(service);
      return undefined;
    }
  }
}
