import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { PersonName } from '@polylogue/proto';
import { Database, Events, type Caller, type Changes, type Transaction } from '@polylogue/service-kit';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { FoundUsersRepository, type FoundUser, type UserSearch } from './found-users.repository.js';
import { SetupService, type SetupProof } from './setup.service.js';
import type { UserEntity } from './user.entity.js';
import { newAccount, normalEmail, firstAccessOf } from './user.rules.js';
import {
  accountBlocked,
  adminRequired,
  alreadyApproved,
  emailTaken,
  invalidAccount,
  userNotFound,
  wrongCredentials,
} from './users.errors.js';
import { UsersRepository } from './users.repository.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly users: UsersRepository,
    private readonly found: FoundUsersRepository,
    private readonly audit: AuditLogRepository,
    private readonly passwords: PasswordsService,
    private readonly setup: SetupService,
  ) {}

  async signUp(input: unknown, proof: SetupProof = {}): Promise<UserEntity> {
    const parsed = newAccount.safeParse(input);
    if (!parsed.success) {
      throw invalidAccount(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    }
    const { password, ...account } = parsed.data;
    const guessable = this.passwords.guessableFault(password, account, proof.isExposed || undefined);
    if (guessable) throw invalidAccount([{ path: 'password', message: guessable }]);
    if (await this.database.asWorker((tx) => this.users.isTaken(tx, account.email))) throw emailTaken();
    // Checked before hashing, so that a wrong code costs no hash.
    await this.database.asWorker((tx) => this.setup.isFirst(tx, proof));
    const passwordHash = await this.passwords.hash(password);
    return this.database.asWorker(async (tx) => {
      await this.users.lockSignUps(tx);
      if (await this.users.isTaken(tx, account.email)) throw emailTaken();
      const access = firstAccessOf(await this.setup.isFirst(tx, proof));
      const user = await this.users.insert(tx, { id: uuid(), ...account, passwordHash, ...access });
      if (!user.isApproved) await this.events.in(tx).publish('admin.user_waiting.v1', { userId: user.id });
      return user;
    });
  }

  async verifyPassword(email: string, password: string): Promise<UserEntity> {
    const known = await this.database.asWorker((tx) => this.users.findHash(tx, normalEmail(email)));
    if (!(await this.passwords.isRight(password, known?.passwordHash)) || !known) throw wrongCredentials();
    const renewed = await this.passwords.renewed(password, known.passwordHash);
    const user = await this.database.asWorker((tx) => this.users.recordSignIn(tx, known.id, renewed));
    if (!user) throw wrongCredentials();
    if (user.isBlocked) throw accountBlocked();
    return user;
  }

  async access(userId: string): Promise<UserEntity> {
    const user = await this.users.findAccess(this.database, userId);
    if (!user) throw userNotFound();
    return user;
  }

  /** The ids of the users who were changed or erased since. */
  changes(since: string | undefined): Promise<Changes> {
    return this.users.changes(this.database, since);
  }

  /** Those of these users who may not spend. */
  findDenied(userIds: readonly string[]): Promise<string[]> {
    return this.users.findDenied(this.database.worker.manager, userIds);
  }

  /**
   * Read by the worker role, because under row-level security no index finds parts of words; that the caller is an
   * administrator is checked in the table first.
   */
  list(caller: Caller, search: UserSearch): Promise<FoundUser[]> {
    return this.#asAdmin(caller, (tx) => this.found.list(tx, search));
  }

  count(caller: Caller, search: UserSearch): Promise<{ total: number; waiting: number }> {
    return this.#asAdmin(caller, (tx) => this.found.count(tx, search));
  }

  names(caller: Caller, userIds: readonly string[]): Promise<PersonName[]> {
    return this.#asAdmin(caller, (tx) => this.users.names(tx, userIds));
  }

  async #asAdmin<T>(caller: Caller, read: (tx: Transaction) => Promise<T>): Promise<T> {
    caller.mustBeAdmin();
    // Open panels call this every second: two statements without a transaction.
    const tx = this.database.worker.manager;
    const user = await this.users.find(tx, caller.userId);
    if (user?.role !== 'admin' || user.isBlocked) throw adminRequired();
    return read(tx);
  }

  async approve(caller: Caller, userId: string): Promise<UserEntity> {
    caller.mustBeAdmin();
    return this.database.asUser(caller.userId, async (tx) => {
      const approved = await this.users.approve(tx, userId);
      if (!approved) throw (await this.users.find(tx, userId)) ? alreadyApproved() : userNotFound();
      const event = { userId, approvedBy: caller.userId };
      await this.events.in(tx).publish('admin.user_approved.v1', event, { aggregateId: userId });
      await this.audit.append(tx, { actor: caller.userId, action: 'user_approved', subject: userId });
      return approved;
    });
  }
}
