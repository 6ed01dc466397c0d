import { Injectable } from '@nestjs/common';
import { Database, Events, inBatches, type Caller, type Transaction } from '@polylogue/service-kit';
import { AuditLogRepository, type NewEntry } from '../audit-log/audit-log.repository.js';
import { AccountStatusRepository, type AccountStatus } from './account-status.repository.js';
import type { UserEntity } from './user.entity.js';
import type { UserRole } from './user.rules.js';
import { lastAdmin, notOnYourself, userNotFound } from './users.errors.js';
import { UsersRepository } from './users.repository.js';

const erasedAtOnce = 5_000;

/** Roles, blocking and erasing. Each change is published, and stands in the audit log. */
@Injectable()
export class AccountStatusService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly accountStatus: AccountStatusRepository,
    private readonly users: UsersRepository,
    private readonly audit: AuditLogRepository,
  ) {}

  setRole(caller: Caller, userId: string, role: UserRole): Promise<UserEntity> {
    caller.mustBeAdmin();
    return this.database.asUser(caller.userId, async (tx) => {
      const status = await this.#lock(tx, userId);
      if (status.role !== role) {
        if (role === 'user') await this.#keepAnAdmin(tx, status);
        await this.accountStatus.setRole(tx, userId, role);
        await this.#publish(tx, userId, {
          actor: caller.userId,
          action: 'role_changed',
          subject: userId,
          details: { role },
        });
      }
      return this.#user(tx, userId);
    });
  }

  setBlocked(caller: Caller, userId: string, isBlocked: boolean): Promise<UserEntity> {
    caller.mustBeAdmin();
    if (isBlocked && userId === caller.userId) throw notOnYourself('block');
    return this.database.asUser(caller.userId, async (tx) => {
      const status = await this.#lock(tx, userId);
      if (status.isBlocked !== isBlocked) {
        if (isBlocked) await this.#keepAnAdmin(tx, status);
        await this.accountStatus.setBlocked(tx, userId, isBlocked);
        const action = isBlocked ? 'user_blocked' : 'user_unblocked';
        await this.#publish(tx, userId, { actor: caller.userId, action, subject: userId });
      }
      return this.#user(tx, userId);
    });
  }

  /** Administrators erase any account, users their own. Other services erase theirs when they consume the event. */
  async erase(caller: Caller, userId: string): Promise<void> {
    if (userId !== caller.userId) caller.mustBeAdmin();
    await this.database.asUser(caller.userId, (tx) => this.#lock(tx, userId));
    await this.database.asWorker(async (tx) => this.#keepAnAdmin(tx, await this.#lock(tx, userId)));
    // There may be millions, and one statement for all would hold its locks for minutes.
    await inBatches(erasedAtOnce, (max) =>
      this.database.asWorker((tx) => this.accountStatus.eraseActivities(tx, userId, max)),
    );
    await this.database.asWorker(async (tx) => {
      const status = await this.#lock(tx, userId);
      await this.#keepAnAdmin(tx, status);
      await this.accountStatus.erase(tx, userId);
      await this.events.in(tx).publish('admin.user_erased.v1', { userId }, { aggregateId: userId });
      await this.#publish(tx, userId, { actor: caller.userId, action: 'user_erased', subject: userId });
    });
  }

  async #lock(tx: Transaction, userId: string): Promise<AccountStatus> {
    await this.accountStatus.lockAdmins(tx);
    const status = await this.accountStatus.find(tx, userId);
    if (!status) throw userNotFound();
    return status;
  }

  async #keepAnAdmin(tx: Transaction, { id, role, isBlocked }: AccountStatus): Promise<void> {
    if (role !== 'admin' || isBlocked) return;
    if (!(await this.accountStatus.hasOtherAdmin(tx, id))) throw lastAdmin();
  }

  async #publish(tx: Transaction, userId: string, entry: NewEntry): Promise<void> {
    await this.events.in(tx).publish('admin.user_access_changed.v1', { userId }, { aggregateId: userId });
    await this.audit.append(tx, entry);
  }

  async #user(tx: Transaction, userId: string): Promise<UserEntity> {
    const user = await this.users.find(tx, userId);
    if (!user) throw userNotFound();
    return user;
  }
}
