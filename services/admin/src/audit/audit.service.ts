import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
import { normalEmail } from '../users/user.rules.js';
import { UsersRepository } from '../users/users.repository.js';
import { userNotFound } from '../users/users.errors.js';
import { emptyChain, verifyChain, type ChainState } from '../audit-log/audit-chain.rules.js';
import { AuditLogRepository, type EntryRow, type NewEntry } from '../audit-log/audit-log.repository.js';

const pageSize = 2_000;

@Injectable()
export class AuditService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLogRepository,
    private readonly users: UsersRepository,
  ) {}

  list(caller: Caller, before: number, limit: number): Promise<EntryRow[]> {
    caller.mustBeAdmin();
    return this.database.asUser(caller.userId, (tx) => this.audit.list(tx, before, limit));
  }

  async verify(caller: Caller): Promise<ChainState> {
    caller.mustBeAdmin();
    let state = emptyChain;
    for (;;) {
      const page = await this.database.asUser(caller.userId, (tx) => this.audit.sealed(tx, state.entries, pageSize));
      state = verifyChain(state, page);
      if (page.length < pageSize || state.brokenAt !== undefined) return state;
    }
  }

  /** Records that the caller views a user's conversations; throws for a user who does not exist. */
  recordView(caller: Caller, userId: string): Promise<void> {
    caller.mustBeAdmin();
    return this.database.asUser(caller.userId, async (tx) => {
      if (!(await this.users.find(tx, userId))) throw userNotFound();
      await this.audit.append(tx, { actor: caller.userId, action: 'conversations_viewed', subject: userId });
    });
  }

  recordDenied(entry: Pick<NewEntry, 'actor' | 'subject' | 'details'>): Promise<void> {
    return this.database.asWorker((tx) => this.audit.append(tx, { ...entry, action: 'refused' }));
  }

  recordSignIn(userId: string, details: NewEntry['details']): Promise<void> {
    const entry = { actor: userId, action: 'signed_in', subject: userId, details };
    return this.database.asWorker((tx) => this.audit.append(tx, entry));
  }

  /** A key is made by its owner, and revoked by them or by an administrator. */
  recordKeyChange(caller: Caller, owner: string, isRevoked: boolean, details: NewEntry['details']): Promise<void> {
    if (caller.userId !== owner) caller.mustBeAdmin();
    const action = isRevoked ? 'api_key_revoked' : 'api_key_created';
    const entry = { actor: caller.userId, action, subject: owner, details };
    return this.database.asWorker((tx) => this.audit.append(tx, entry));
  }

  recordKeyUse(owner: string, details: NewEntry['details']): Promise<void> {
    const entry = { actor: owner, action: 'api_key_used', subject: owner, details };
    return this.database.asWorker((tx) => this.audit.append(tx, entry));
  }

  /** Without a subject when there is no account with this e-mail. */
  recordFailedSignIn(email: string, details: NewEntry['details']): Promise<void> {
    return this.database.asWorker(async (tx) => {
      const subject = await this.users.findIdByEmail(tx, normalEmail(email));
      await this.audit.append(tx, { action: 'sign_in_failed', subject, details });
    });
  }

  /** What an administrator does in another service. */
  recordAction(caller: Caller, action: Pick<NewEntry, 'action' | 'subject' | 'details'>): Promise<void> {
    caller.mustBeAdmin();
    return this.database.asUser(caller.userId, (tx) => this.audit.append(tx, { ...action, actor: caller.userId }));
  }
}
