import { hash, verify } from '@node-rs/argon2';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError, CONFIG } from '@polylogue/service-kit';
import type { AdminConfig } from '../config.js';
import { argon2id, isOutdated } from './password-hash.rules.js';
import { Turns } from './turns.js';

const mostWaiting = 100;

/** Hashes and verifies passwords, few at once: each takes 19 MiB and a core for as long as it lasts. */
@Injectable()
export class PasswordsService implements OnModuleInit {
  readonly #turns: Turns;
  #nobodys = '';

  constructor(@Inject(CONFIG) config: AdminConfig) {
    this.#turns = new Turns(config.HASHES_AT_ONCE, mostWaiting, () => {
      const sentence = 'Too many people are signing in at this moment. Please try again.';
      return new AppError('unavailable', 'sign_in_busy', sentence, { retryAfterSeconds: 3 });
    });
  }

  async onModuleInit(): Promise<void> {
    this.#nobodys = await this.hash('the password of nobody');
  }

  hash(password: string): Promise<string> {
    return this.#turns.take(() => hash(password, argon2id));
  }

  /** Whether the password belongs to the hash. Without one it takes as long and is always false. */
  async isRight(password: string, passwordHash: string | undefined): Promise<boolean> {
    const isRight = await this.#turns.take(() => verify(passwordHash ?? this.#nobodys, password).catch(() => false));
    return isRight && passwordHash !== undefined;
  }

  /** A new hash when the old one was made with other parameters than today's. */
  async renewed(password: string, passwordHash: string): Promise<{ old: string; hash: string } | undefined> {
    if (!isOutdated(passwordHash)) return undefined;
    return { old: passwordHash, hash: await this.hash(password) };
  }
}
