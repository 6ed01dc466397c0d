import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { CONFIG, Database, Events, type Caller } from '@polylogue/service-kit';
import { AuditRepository } from '../audit/audit.repository.js';
import type { AdminConfig } from '../config.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import type { UserEntity } from './user.entity.js';
import { issuedAccount, newPassword, standingOf } from './user.rules.js';
import { accountBlocked, invalidAccount, noPassword, userNotFound, wrongCredentials } from './users.errors.js';
import { UsersRepository, type OwnRecordRows } from './users.repository.js';

/** What belongs to one's own account. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly users: UsersRepository,
    private readonly audit: AuditRepository,
    private readonly passwords: PasswordsService,
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
    const replaced = { old: known, hash: await this.passwords.hash(wanted) };
    await this.database.asWorker(async (tx) => {
      // Somebody else changed it meanwhile: what was proven no longer holds.
      if (!(await this.users.replaceHash(tx, userId, replaced))) throw wrongCredentials();
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

  /** Known by issuer and subject. The issuer's words about the person are taken over at each sign-in. */
  async signInFromIssuer(input: unknown): Promise<UserEntity> {
    const parsed = issuedAccount.safeParse(input);
    if (!parsed.success) {
      throw invalidAccount(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    }
    const account = parsed.data;
    const user = await this.database.asWorker(async (tx) => {
      await this.users.lockSignUps(tx);
      const known = await this.users.findIssued(tx, account.issuer, account.subject);
      // A role that the issuer decides is the issuer's to take away, too.
      const standing = standingOf(account.email, await this.users.isEmpty(tx), this.config.ADMIN_EMAIL);
      const role = account.role ?? known?.role ?? standing.role;
      const isApproved = known?.isApproved || standing.isApproved || role === 'admin';
      const kept = await this.users.keepIssued(tx, { id: known?.id ?? uuid(), ...account, role, isApproved });
      if (known && known.role !== role) {
        const entry = { action: 'role_changed', subject: kept.id, details: { role, by: 'issuer' } };
        await this.events.in(tx).publish('admin.user_access_changed.v1', { userId: kept.id }, { aggregateId: kept.id });
        await this.audit.append(tx, entry);
      }
      return kept;
    });
    if (user.isBlocked) throw accountBlocked();
    return user;
  }
}
