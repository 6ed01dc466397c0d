import { Injectable } from '@nestjs/common';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { makeToken, tokenHashOf } from '../passwords/reset-token.rules.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { newPassword } from './user.rules.js';
import {
  adminRequired,
  invalidAccount,
  noPassword,
  notOnYourself,
  resetLinkUnknown,
  userNotFound,
} from './users.errors.js';
import { UsersRepository } from './users.repository.js';

/** A forgotten password: an administrator makes a link, by which its user sets a new one. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly audit: AuditLogRepository,
    private readonly passwords: PasswordsService,
  ) {}

  /** By the worker role, as no other may see who has a password; that the caller is an administrator is checked first. */
  async create(caller: Caller, userId: string): Promise<{ token: string; expiresAt: Date }> {
    caller.mustBeAdmin();
    // Whoever finds an administrator's open session must not get around the question for the current password.
    if (userId === caller.userId) throw notOnYourself('make a link for a new password of');
    const { token, tokenHash } = makeToken();
    const expiresAt = await this.database.asWorker(async (tx) => {
      await this.#mustBeAdmin(tx, caller.userId);
      const hash = await this.users.findHashOf(tx, userId);
      if (hash === undefined) throw userNotFound();
      if (hash === null) throw noPassword();
      const at = await this.resets.set(tx, userId, tokenHash);
      await this.audit.append(tx, { actor: caller.userId, action: 'password_link_made', subject: userId });
      return at;
    });
    return { token, expiresAt };
  }

  /** Returns whose password it was. Who has the link acts as its user. */
  async use(token: string, wanted: string, isExposed?: boolean): Promise<string> {
    const tokenHash = tokenHashOf(token);
    if (!tokenHash) throw resetLinkUnknown();
    // Looked up before hashing, so that a guess costs no hash.
    const user = await this.database.asWorker(async (tx) => {
      const userId = await this.resets.findUserId(tx, tokenHash);
      return userId === undefined ? undefined : this.users.find(tx, userId);
    });
    if (!user) throw resetLinkUnknown();
    const parsed = newPassword.safeParse(wanted);
    const fault = parsed.success
      ? this.passwords.guessableFault(wanted, user, isExposed || undefined)
      : parsed.error.issues[0]?.message;
    if (fault) throw invalidAccount([{ path: 'newPassword', message: fault }]);
    const passwordHash = await this.passwords.hash(wanted);
    await this.database.asWorker(async (tx) => {
      if (!(await this.resets.use(tx, tokenHash, passwordHash))) throw resetLinkUnknown();
      await this.audit.append(tx, { actor: user.id, action: 'password_reset', subject: user.id });
    });
    return user.id;
  }

  async #mustBeAdmin(tx: Transaction, userId: string): Promise<void> {
    const user = await this.users.find(tx, userId);
    if (user?.role !== 'admin' || user.isBlocked) throw adminRequired();
  }
}
