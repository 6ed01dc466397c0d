import { Injectable } from '@nestjs/common';
import type { PersonName } from '@polylogue/proto';
import {
  readChanges,
  readingChanges,
  runPreparedAsWorker,
  type Changes,
  type Database,
  type Transaction,
} from '@polylogue/service-kit';
import { In, IsNull } from 'typeorm';
import type { ActivityRow } from './found-users.repository.js';
import { UserEntity } from './user.entity.js';
import type { IssuedAccount, NewAccount, UserRole } from './user.rules.js';
import { userNotFound } from './users.errors.js';

// Runs before every request of a browser: prepared once per connection, without entity and transaction.
const findAccess = {
  name: 'admin_find_access',
  text: `SELECT id, email, first_name AS "firstName", last_name AS "lastName", profile_image_url AS "profileImageUrl",
    role, is_approved AS "isApproved", is_blocked AS "isBlocked", last_login_at AS "lastLoginAt",
    created_at AS "createdAt" FROM admin.users WHERE id = $1`,
};

export const userChangesLog = 'admin.user_changes';
const userChanges = readingChanges(userChangesLog);

export type NewUser = Omit<NewAccount, 'password'> & {
  id: string;
  passwordHash: string;
  role: UserRole;
  isApproved: boolean;
};

export type IssuedUser = Omit<IssuedAccount, 'role'> & { id: string; role: UserRole; isApproved: boolean };

export interface OwnSessionRow {
  id: string;
  startedAt: Date;
  lastSeenAt: Date;
  endedAt: Date | null;
  /** To the microsecond, which a Date forgets. */
  startedKey: string;
}

export interface OwnRecordRows {
  activities: ActivityRow[];
  sessions: OwnSessionRow[];
}

@Injectable()
export class UsersRepository {
  /** Sign-ups wait for one another, so that exactly one of them is the first. */
  async lockSignUps(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('admin.users sign-up', 0))`);
  }

  async isEmpty(tx: Transaction): Promise<boolean> {
    return !(await tx.getRepository(UserEntity).exists());
  }

  async insert(tx: Transaction, user: NewUser): Promise<UserEntity> {
    await tx.getRepository(UserEntity).insert({ ...user, lastLoginAt: () => 'now()' });
    return this.get(tx, user.id);
  }

  /** Of a local account. */
  async findIdByEmail(tx: Transaction, email: string): Promise<string | undefined> {
    const where = { email, issuer: IsNull() };
    const found = await tx.getRepository(UserEntity).findOne({ select: { id: true }, where });
    return found?.id;
  }

  async isTaken(tx: Transaction, email: string): Promise<boolean> {
    return (await this.findIdByEmail(tx, email)) !== undefined;
  }

  async findHash(tx: Transaction, email: string): Promise<{ id: string; passwordHash: string } | undefined> {
    const select = { id: true, passwordHash: true };
    const found = await tx.getRepository(UserEntity).findOne({ select, where: { email, issuer: IsNull() } });
    return found?.passwordHash ? { id: found.id, passwordHash: found.passwordHash } : undefined;
  }

  /** Notes a sign-in; a hash made with older parameters is replaced unless it has changed meanwhile. */
  async recordSignIn(
    tx: Transaction,
    id: string,
    replaced?: { old: string; hash: string },
  ): Promise<UserEntity | undefined> {
    await tx.getRepository(UserEntity).update(id, { lastLoginAt: () => 'now()' });
    if (replaced) await this.replaceHash(tx, id, replaced);
    return this.find(tx, id);
  }

  /** Those of these users who may not spend, unknown ones included. */
  async findDenied(tx: Transaction, ids: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT requested.id FROM unnest($1::uuid[]) AS requested (id) LEFT JOIN admin.users u ON u.id = requested.id
       WHERE u.id IS NULL OR u.is_blocked OR NOT u.is_approved`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  async find(tx: Transaction, id: string): Promise<UserEntity | undefined> {
    return (await tx.getRepository(UserEntity).findOneBy({ id })) ?? undefined;
  }

  async get(tx: Transaction, id: string): Promise<UserEntity> {
    const user = await this.find(tx, id);
    if (!user) throw userNotFound();
    return user;
  }

  async findAccess(database: Database, id: string): Promise<UserEntity | undefined> {
    const [found] = await runPreparedAsWorker<UserEntity>(database, findAccess, [id]);
    return found;
  }

  /** The ids of the users who were changed or erased since. */
  changes(database: Database, since: string | undefined): Promise<Changes> {
    return readChanges(database, userChanges, since);
  }

  /** The names of those users who still exist. */
  async names(tx: Transaction, ids: readonly string[]): Promise<PersonName[]> {
    const select = { id: true, firstName: true, lastName: true, email: true };
    const found = await tx.getRepository(UserEntity).find({ select, where: { id: In(ids) } });
    return found.map(({ id: userId, firstName, lastName, email }) => ({ userId, firstName, lastName, email }));
  }

  /** The user when this call approved them, undefined when they are unknown or approved already. */
  async approve(tx: Transaction, id: string): Promise<UserEntity | undefined> {
    const { affected } = await tx.getRepository(UserEntity).update({ id, isApproved: false }, { isApproved: true });
    return affected === 1 ? this.find(tx, id) : undefined;
  }

  /** Null for a user without a password here, undefined for an unknown user. */
  async findHashOf(tx: Transaction, id: string): Promise<string | null | undefined> {
    const select = { id: true, passwordHash: true };
    const found = await tx.getRepository(UserEntity).findOne({ select, where: { id } });
    return found?.passwordHash;
  }

  async replaceHash(tx: Transaction, id: string, { old, hash }: { old: string; hash: string }): Promise<boolean> {
    const where = { id, passwordHash: old };
    const { affected } = await tx.getRepository(UserEntity).update(where, { passwordHash: hash });
    return affected === 1;
  }

  async findIssued(tx: Transaction, issuer: string, subject: string): Promise<UserEntity | undefined> {
    return (await tx.getRepository(UserEntity).findOneBy({ issuer, subject })) ?? undefined;
  }

  /** Call it under the lock of sign-ups, so that no other transaction makes the same account meanwhile. */
  async keepIssued(tx: Transaction, { id, issuer, subject, ...profile }: IssuedUser): Promise<UserEntity> {
    const users = tx.getRepository(UserEntity);
    const row = { ...profile, profileImageUrl: profile.profileImageUrl ?? null, lastLoginAt: () => 'now()' };
    const { affected } = await users.update({ issuer, subject }, row);
    if (affected === 0) await users.insert({ id, issuer, subject, ...row });
    return this.get(tx, id);
  }

  async ownRecord(tx: Transaction, id: string): Promise<OwnRecordRows> {
    return { activities: await this.activitiesOf(tx, id, 10_000), sessions: await this.sessionsOf(tx, id, 10_000) };
  }

  /** Newest first, those behind `last`. */
  activitiesOf(tx: Transaction, id: string, limit: number, last?: ActivityRow): Promise<ActivityRow[]> {
    return tx.query<ActivityRow[]>(
      `SELECT activity_type AS "activityType", about, details, to_json(created_at) AS "createdAt" FROM admin.activities
       WHERE user_id = $1 AND ($3::timestamptz IS NULL OR (created_at, activity_type, about) < ($3, $4::text, $5::uuid))
       ORDER BY created_at DESC, activity_type DESC, about DESC LIMIT $2`,
      [id, limit, last?.createdAt ?? null, last?.activityType ?? null, last?.about ?? null],
    );
  }

  /** Newest first, those behind `last`. */
  sessionsOf(tx: Transaction, id: string, limit: number, last?: OwnSessionRow): Promise<OwnSessionRow[]> {
    return tx.query<OwnSessionRow[]>(
      `SELECT id, started_at AS "startedAt", last_seen_at AS "lastSeenAt", ended_at AS "endedAt",
         to_json(started_at) AS "startedKey" FROM admin.sessions WHERE user_id = $1 AND ($3::timestamptz IS NULL OR (started_at, id) < ($3, $4::uuid))
       ORDER BY started_at DESC, id DESC LIMIT $2`,
      [id, limit, last?.startedKey ?? null, last?.id ?? null],
    );
  }
}
