import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { CONFIG, Database, Events, type Caller, type Transaction } from '@polylogue/service-kit';
import { AuditLogRepository, type NewEntry } from '../audit-log/audit-log.repository.js';
import type { AdminConfig } from '../config.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import type { ActivityRow } from './found-users.repository.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { SetupService } from './setup.service.js';
import type { UserEntity } from './user.entity.js';
import { issuedAccount, issuedAccessOf, newPassword } from './user.rules.js';
import { accountBlocked, invalidAccount, noPassword, userNotFound, wrongCredentials } from './users.errors.js';
import { UsersRepository, type OwnRecordRows, type OwnSessionRow } from './users.repository.js';

const pageSize = 1_000;

/** What users do with their own account, and sign-in through an issuer. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly users: UsersRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly audit: AuditLogRepository,
    private readonly passwords: PasswordsService,
    private readonly setup: SetupService,
    @Inject(CONFIG) private readonly config: AdminConfig,
  ) {}

  async changePassword({ userId }: Caller, current: string, wanted: string): Promise<void> {
    const parsed = newPassword.safeParse(wanted);
    if (!parsed.success) {
      throw invalidAccount(parsed.error.issues.map(({ message }) => ({ path: 'newPassword', message })));
    }
    const known = await this.database.asWorker((tx) => this.users.findHashOf(tx, userId));
    if (known === null) throw noPassword();
    if (!(await this.passwords.isRight(current, known)) || known === undefined) throw wrongCredentials();
    const user = await this.database.asWorker((tx) => this.users.get(tx, userId));
    const guessable = this.passwords.guessableFault(wanted, user);
    if (guessable) throw invalidAccount([{ path: 'newPassword', message: guessable }]);
    const replaced = { old: known, hash: await this.passwords.hash(wanted) };
    await this.database.asWorker(async (tx) => {
      // The password was changed meanwhile: the one that was proven is no longer the current one.
      if (!(await this.users.replaceHash(tx, userId, replaced))) throw wrongCredentials();
      // Who knows the password again needs no link, and nobody else is to have one.
      await this.resets.remove(tx, userId);
      await this.audit.append(tx, { actor: userId, action: 'password_changed', subject: userId });
    });
  }

  ownRecord({ userId }: Caller): Promise<OwnRecordRows & { user: UserEntity }> {
    return this.database.asUser(userId, async (tx) => {
      const user = await this.users.find(tx, userId);
      if (!user) throw userNotFound();
      return { user, ...(await this.users.ownRecord(tx, userId)) };
    });
  }

  /** Everything recorded about the caller, page by page, so that it is never in memory as a whole. */
  async *exportOwnData({ userId }: Caller): AsyncGenerator<{ activity: ActivityRow } | { session: OwnSessionRow }> {
    const page = <T>(read: (tx: Transaction) => Promise<T[]>) => this.database.asUser(userId, read);
    for (let last: ActivityRow | undefined, isMore = true; isMore;) {
      const found = await page((tx) => this.users.activitiesOf(tx, userId, pageSize, last));
      for (const activity of found) yield { activity };
      [last, isMore] = [found.at(-1), found.length === pageSize];
    }
    for (let last: OwnSessionRow | undefined, isMore = true; isMore;) {
      const found = await page((tx) => this.users.sessionsOf(tx, userId, pageSize, last));
      for (const session of found) yield { session };
      [last, isMore] = [found.at(-1), found.length === pageSize];
    }
  }

  /** Known by issuer and subject. Name, e-mail and picture are taken from the issuer at each sign-in. */
  async signInFromIssuer(input: unknown, isExposed?: boolean): Promise<UserEntity> {
    const parsed = issuedAccount.safeParse(input);
    if (!parsed.success) {
      throw invalidAccount(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    }
    const account = parsed.data;
    const user = await this.database.asWorker(async (tx) => {
      await this.users.lockSignUps(tx);
      const known = await this.users.findIssued(tx, account.issuer, account.subject);
      const access = issuedAccessOf({
        email: account.email,
        said: account,
        known,
        isTrustedFirst: known === undefined && (await this.setup.isTrustedFirst(tx, isExposed)),
        adminEmail: this.config.ADMIN_EMAIL,
      });
      const kept = await this.users.keepIssued(tx, { ...account, id: known?.id ?? uuid(), ...access });
      if (known) await this.#publishChange(tx, known, kept);
      else if (!kept.isApproved) await this.events.in(tx).publish('admin.user_waiting.v1', { userId: kept.id });
      return kept;
    });
    if (user.isBlocked) throw accountBlocked();
    return user;
  }

  async #publishChange(tx: Transaction, before: UserEntity, { id, role, isApproved }: UserEntity): Promise<void> {
    const changes: NewEntry[] = [
      ...(before.role === role ? [] : [{ action: 'role_changed', details: { role, by: 'issuer' } }]),
      ...(before.isApproved === isApproved
        ? []
        : [{ action: 'approval_changed', details: { isApproved, by: 'issuer' } }]),
    ];
    if (changes.length === 0) return;
    await this.events.in(tx).publish('admin.user_access_changed.v1', { userId: id }, { aggregateId: id });
    for (const change of changes) await this.audit.append(tx, { ...change, subject: id });
  }
}
