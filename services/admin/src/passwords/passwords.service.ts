import { hash, verify } from '@node-rs/argon2';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError, ConcurrencyLimit, CONFIG, isLoopback } from '@polylogue/service-kit';
import type { AdminConfig } from '../config.js';
import { guessableFault, type KnownOfUser } from './guessable.rules.js';
import { argon2id, isOutdated } from './password-hash.rules.js';

const maxWaiting = 100;

/** Hashes and verifies passwords, few at once: each takes 19 MiB and a core for as long as it lasts. */
@Injectable()
export class PasswordsService implements OnModuleInit {
  readonly #limit: ConcurrencyLimit;
  #decoyHash = '';

  constructor(@Inject(CONFIG) private readonly config: AdminConfig) {
    const refusal = () => {
      const sentence = 'Too many people are signing in at this moment. Please try again.';
      return new AppError('unavailable', 'sign_in_busy', sentence, { retryAfterSeconds: 3 });
    };
    this.#limit = new ConcurrencyLimit(config.HASHES_AT_ONCE, { maxWaiting, refusal });
  }

  async onModuleInit(): Promise<void> {
    this.#decoyHash = await this.hash('the password of nobody');
  }

  /** Why a password is too easy to guess; not checked where only this machine reaches the installation. */
  guessableFault(password: string, user: KnownOfUser, isExposed = !isLoopback(this.config.HOST)): string | undefined {
    return isExposed ? guessableFault(password, user) : undefined;
  }

  hash(password: string): Promise<string> {
    return this.#limit.run(() => hash(password, argon2id));
  }

  /** Whether the password belongs to the hash. Without one it takes as long and is always false. */
  async isRight(password: string, passwordHash: string | undefined): Promise<boolean> {
    const isRight = await this.#limit.run(() => verify(passwordHash ?? this.#decoyHash, password).catch(() => false));
    return isRight && passwordHash !== undefined;
  }

  /** A new hash when the old one was made with other parameters than today's. */
  async renewed(password: string, passwordHash: string): Promise<{ old: string; hash: string } | undefined> {
    if (!isOutdated(passwordHash)) return undefined;
    return { old: passwordHash, hash: await this.hash(password) };
  }
}
