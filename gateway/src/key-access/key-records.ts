import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';

/** Which key, and whose. */
export interface ChangedKey {
  id: string;
  userId: string;
  prefix: string;
}

/** Records in the audit log that keys were made, used and revoked, in the background: nothing waits for it. */
@Injectable()
export class KeyRecords {
  constructor(
    @InjectClient('audit') private readonly audit: ClientOf<'audit'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  created(key: ChangedKey): void {
    this.#record(key, false);
  }

  revoked(key: ChangedKey): void {
    this.#record(key, true);
  }

  /** From an address for the first time that day. */
  used({ id: apiKeyId, userId, prefix }: ChangedKey, address: string): void {
    this.audit.recordKeyUse({ userId, apiKeyId, prefix, address }).catch((error: unknown) => {
      this.logger.warn({ err: error, apiKeyId }, 'recording the use of an API key in the audit log failed');
    });
  }

  #record({ id: apiKeyId, userId, prefix }: ChangedKey, revoked: boolean): void {
    this.audit.recordKeyChange({ userId, apiKeyId, prefix, revoked }).catch((error: unknown) => {
      this.logger.warn({ err: error, apiKeyId, revoked }, 'recording an API key in the audit log failed');
    });
  }
}
