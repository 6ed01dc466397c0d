import { Injectable } from '@nestjs/common';
import type { PersonName } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import type { UserEntity } from './user.entity.js';
import type { ActivityRow } from './found-users.repository.js';
import type { IssuedAccount, NewAccount, UserRole } from './user.rules.js';

const columns = `id, email, first_name AS "firstName", last_name AS "lastName", profile_image_url AS "profileImageUrl",
  role, is_approved AS "isApproved", is_blocked AS "isBlocked", last_login_at AS "lastLoginAt", created_at AS "createdAt"`;

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
    const [row] = await rows<{ isEmpty: boolean }>(tx, 'SELECT NOT EXISTS (SELECT FROM admin.users) AS "isEmpty"');
    return row?.isEmpty ?? false;
  }

  /** The new user, or undefined when the e-mail is taken. */
  async insert(tx: Transaction, user: NewUser): Promise<UserEntity | undefined> {
    const { id, email, firstName, lastName, passwordHash, role, isApproved } = user;
    const [made] = await rows<UserEntity>(
      tx,
      `INSERT INTO admin.users (id, email, first_name, last_name, password_hash, role, is_approved, last_login_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now()) ON CONFLICT DO NOTHING RETURNING ${columns}`,
      [id, email, firstName, lastName, passwordHash, role, isApproved],
    );
    return made;
  }

  /** Of a local account. */
  async findIdByEmail(tx: Transaction, email: string): Promise<string | undefined> {
    const [found] = await rows<{ id: string }>(tx, 'SELECT id FROM admin.users WHERE email = $1 AND issuer IS NULL', [
      email,
    ]);
    return found?.id;
  }

  async isTaken(tx: Transaction, email: string): Promise<boolean> {
    return (await rows(tx, 'SELECT 1 FROM admin.users WHERE email = $1 AND issuer IS NULL', [email])).length > 0;
  }

  async findHash(tx: Transaction, email: string): Promise<{ id: string; passwordHash: string } | undefined> {
    const [found] = await rows<{ id: string; passwordHash: string }>(
      tx,
      'SELECT id, password_hash AS "passwordHash" FROM admin.users WHERE email = $1 AND issuer IS NULL',
      [email],
    );
    return found;
  }

  /** Notes a sign-in; a hash made with yesterday's parameters is replaced unless it has changed meanwhile. */
  async recordSignIn(
    tx: Transaction,
    id: string,
    replaced?: { old: string; hash: string },
  ): Promise<UserEntity | undefined> {
    const [user] = await changed<UserEntity>(
      tx,
      `UPDATE admin.users SET last_login_at = now(),
         password_hash = CASE WHEN password_hash = $2 THEN $3 ELSE password_hash END
       WHERE id = $1 RETURNING ${columns}`,
      [id, replaced?.old ?? null, replaced?.hash ?? null],
    );
    return user;
  }

  /** Those of these ids who may not spend; whoever is not there may not either. */
  async findDenied(tx: Transaction, ids: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT asked.id FROM unnest($1::uuid[]) AS asked (id) LEFT JOIN admin.users u ON u.id = asked.id
       WHERE u.id IS NULL OR u.is_blocked OR NOT u.is_approved`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  async find(tx: Transaction, id: string): Promise<UserEntity | undefined> {
    const [found] = await rows<UserEntity>(tx, `SELECT ${columns} FROM admin.users WHERE id = $1`, [id]);
    return found;
  }

  /** What people are called who are still there. */
  names(tx: Transaction, ids: readonly string[]): Promise<PersonName[]> {
    return rows<PersonName>(
      tx,
      `SELECT id AS "userId", first_name AS "firstName", last_name AS "lastName", email FROM admin.users
       WHERE id = ANY($1::uuid[])`,
      [ids],
    );
  }

  /** The user when this call approved them, undefined when they are unknown or approved already. */
  async approve(tx: Transaction, id: string): Promise<UserEntity | undefined> {
    const [user] = await changed<UserEntity>(
      tx,
      `UPDATE admin.users SET is_approved = true, updated_at = now() WHERE id = $1 AND NOT is_approved RETURNING ${columns}`,
      [id],
    );
    return user;
  }

  /** Null for somebody without a password here, undefined for nobody. */
  async findHashOf(tx: Transaction, id: string): Promise<string | null | undefined> {
    const [found] = await rows<{ hash: string | null }>(
      tx,
      'SELECT password_hash AS hash FROM admin.users WHERE id = $1',
      [id],
    );
    return found?.hash;
  }

  async replaceHash(tx: Transaction, id: string, { old, hash }: { old: string; hash: string }): Promise<boolean> {
    const found = await changed(
      tx,
      'UPDATE admin.users SET password_hash = $3, updated_at = now() WHERE id = $1 AND password_hash = $2 RETURNING id',
      [id, old, hash],
    );
    return found.length > 0;
  }

  async findIssued(tx: Transaction, issuer: string, subject: string): Promise<UserEntity | undefined> {
    const [found] = await rows<UserEntity>(
      tx,
      `SELECT ${columns} FROM admin.users WHERE issuer = $1 AND subject = $2`,
      [issuer, subject],
    );
    return found;
  }

  async keepIssued(tx: Transaction, user: IssuedUser): Promise<UserEntity> {
    const { id, issuer, subject, email, firstName, lastName, profileImageUrl, role, isApproved } = user;
    const [kept] = await rows<UserEntity>(
      tx,
      `INSERT INTO admin.users (id, issuer, subject, email, first_name, last_name, profile_image_url, role,
         is_approved, last_login_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
       ON CONFLICT (issuer, subject) WHERE issuer IS NOT NULL DO UPDATE SET email = excluded.email,
         first_name = excluded.first_name, last_name = excluded.last_name,
         profile_image_url = excluded.profile_image_url, role = excluded.role, is_approved = excluded.is_approved,
         last_login_at = now(), updated_at = now() RETURNING ${columns}`,
      [id, issuer, subject, email, firstName, lastName, profileImageUrl ?? null, role, isApproved],
    );
    return kept as UserEntity;
  }

  async ownRecord(tx: Transaction, id: string): Promise<OwnRecordRows> {
    return { activities: await this.activitiesOf(tx, id, 10_000), sessions: await this.sessionsOf(tx, id, 10_000) };
  }

  /** Newest first, those behind `last`. */
  activitiesOf(tx: Transaction, id: string, limit: number, last?: ActivityRow): Promise<ActivityRow[]> {
    return rows<ActivityRow>(
      tx,
      `SELECT activity_type AS "activityType", about, details, to_json(created_at) AS "createdAt" FROM admin.activities
       WHERE user_id = $1 AND ($3::timestamptz IS NULL OR (created_at, activity_type, about) < ($3, $4::text, $5::uuid))
       ORDER BY created_at DESC, activity_type DESC, about DESC LIMIT $2`,
      [id, limit, last?.createdAt ?? null, last?.activityType ?? null, last?.about ?? null],
    );
  }

  /** Newest first, those behind `last`. */
  sessionsOf(tx: Transaction, id: string, limit: number, last?: OwnSessionRow): Promise<OwnSessionRow[]> {
    return rows<OwnSessionRow>(
      tx,
      `SELECT id, started_at AS "startedAt", last_seen_at AS "lastSeenAt", ended_at AS "endedAt",
         to_json(started_at) AS "startedKey" FROM admin.sessions WHERE user_id = $1 AND ($3::timestamptz IS NULL OR (started_at, id) < ($3, $4::uuid))
       ORDER BY started_at DESC, id DESC LIMIT $2`,
      [id, limit, last?.startedKey ?? null, last?.id ?? null],
    );
  }
}

async function rows<T>(tx: Transaction, sql: string, values: unknown[] = []): Promise<T[]> {
  return (await tx.query<T[]>(sql, values)) as T[];
}

// TypeORM answers an UPDATE with its rows and their count.
async function changed<T>(tx: Transaction, sql: string, values: unknown[]): Promise<T[]> {
  const [found] = (await tx.query<[T[], number]>(sql, values)) as [T[], number];
  return found;
}
