import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
import { ThreadsRepository } from '../replies/threads.repository.js';
import { contextNotFound } from './contexts.errors.js';

@Injectable()
export class ContextsService {
  constructor(
    private readonly threads: ThreadsRepository,
    private readonly database: Database,
  ) {}

  /** The service of a reply, and the exact messages it was sent. */
  async get({ userId }: Caller, messageId: string) {
    const found = await this.database.asUser(userId, (tx) => this.threads.find(tx, userId, messageId));
    if (!found) throw contextNotFound();
    return found;
  }
}
