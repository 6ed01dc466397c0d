import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, Database, isLoopback, LOGGER, type Logger, type Transaction } from '@polylogue/service-kit';
import type { AdminConfig } from '../config.js';
import { setupCodeUnset, setupCodeWrong } from './users.errors.js';
import { UsersRepository } from './users.repository.js';

/** What the first sign-up brings, and whether its gateway listens where other machines reach it. */
export interface SetupProof {
  setupCode?: string | undefined;
  isExposed?: boolean | undefined;
}

/** Who may make the first account, which is the administrator's. */
@Injectable()
export class SetupService implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    @Inject(CONFIG) private readonly config: AdminConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.SETUP_CODE !== undefined || !(await this.needsCode())) return;
    this.logger.warn('there is no account yet, and the first one cannot be made: SETUP_CODE is not set');
  }

  async needsCode(isExposed = false): Promise<boolean> {
    return this.#requiresCode(isExposed) && this.users.isEmpty(this.database.worker.manager);
  }

  /** Whether this sign-up is the first. Refuses the first one when a code is required and this one is wrong. */
  async isFirst(tx: Transaction, { setupCode, isExposed }: SetupProof): Promise<boolean> {
    if (!(await this.users.isEmpty(tx))) return false;
    if (this.#requiresCode(isExposed)) this.#mustMatch(setupCode);
    return true;
  }

  /** Whether an issuer's user is the first, and of this machine: signing in at an issuer takes no setup code. */
  async isTrustedFirst(tx: Transaction, isExposed?: boolean): Promise<boolean> {
    return !this.#requiresCode(isExposed) && this.users.isEmpty(tx);
  }

  /** On loopback only users of this machine can come first: they need no code. */
  #requiresCode(isExposed = false): boolean {
    return isExposed || !isLoopback(this.config.HOST) || this.config.SETUP_CODE !== undefined;
  }

  #mustMatch(code = ''): void {
    const { SETUP_CODE: wanted } = this.config;
    if (wanted === undefined) throw setupCodeUnset();
    if (!timingSafeEqual(hashOf(code.trim()), hashOf(wanted))) throw setupCodeWrong(code.trim() === '');
  }
}

// timingSafeEqual needs both of one length.
const hashOf = (code: string) => createHash('sha256').update(code).digest();
