import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ActivityDetails } from '../activities/activity.rules.js';
import type { UserEntity } from './user.entity.js';

export type UserSortWord = 'created_at' | 'name' | 'email' | 'last_login_at' | 'message_count' | 'total_sessions';

/** Which users are wanted, and which of them. */
export interface UserSearch {
  query: string;
  onlyWaiting: boolean;
  sort: UserSortWord;
  ascending: boolean;
  offset: number;
  limit: number;
}

export interface ActivityRow {
  activityType: string;
  about: string;
  details: ActivityDetails;
  createdAt: string;
}

export type FoundUser = UserEntity & { messageCount: number; totalSessions: number; activities: ActivityRow[] };

// Each has an index that reads in both directions.
const orders: Record<UserSortWord, (way: 'ASC' | 'DESC') => string> = {
  created_at: (way) => `u.created_at ${way}, u.id ${way}`,
  name: (way) => `lower(u.first_name) ${way}, lower(u.last_name) ${way}, u.id ${way}`,
  email: (way) => `u.email ${way}, u.id ${way}`,
  last_login_at: (way) => `u.last_login_at ${way} NULLS ${way === 'DESC' ? 'LAST' : 'FIRST'}, u.id ${way}`,
  message_count: (way) => `t.messages ${way}, t.user_id ${way}`,
  total_sessions: (way) => `t.sessions ${way}, t.user_id ${way}`,
};

const found = `($1 = '' OR u.search LIKE $1) AND (NOT $2 OR NOT u.is_approved)`;
const activitiesShown = 8;

/** The users an administrator looks for, with their counts and latest activities. */
@Injectable()
export class FoundUsersRepository {
  list(tx: Transaction, search: UserSearch): Promise<FoundUser[]> {
    const order = orders[search.sort](search.ascending ? 'ASC' : 'DESC');
    return tx.query<FoundUser[]>(
      `SELECT u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName",
         u.profile_image_url AS "profileImageUrl", u.role, u.is_approved AS "isApproved", u.is_blocked AS "isBlocked",
         u.last_login_at AS "lastLoginAt", u.created_at AS "createdAt",
         u.messages AS "messageCount", u.sessions AS "totalSessions",
         (SELECT coalesce(jsonb_agg(a), '[]') FROM (SELECT activity_type AS "activityType", about, details,
            created_at AS "createdAt" FROM admin.activities WHERE user_id = u.id
            ORDER BY created_at DESC LIMIT ${activitiesShown}) a) AS activities
       FROM (SELECT u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.role, u.is_approved, u.is_blocked,
           u.last_login_at, u.created_at, coalesce(t.messages, 0) AS messages, coalesce(t.sessions, 0) AS sessions,
           row_number() OVER (ORDER BY ${order}) AS place
         FROM admin.users u LEFT JOIN admin.user_totals t ON t.user_id = u.id
         WHERE ${found} ORDER BY ${order} LIMIT $3 OFFSET $4) u ORDER BY u.place`,
      [like(search.query), search.onlyWaiting, search.limit, search.offset],
    );
  }

  async count(tx: Transaction, { query, onlyWaiting }: UserSearch): Promise<{ total: number; waiting: number }> {
    const [row] = await tx.query<{ total: number; waiting: number }[]>(
      `SELECT count(*)::int AS total, (count(*) FILTER (WHERE NOT u.is_approved))::int AS waiting
       FROM admin.users u WHERE ${found}`,
      [like(query), onlyWaiting],
    );
    return row ?? { total: 0, waiting: 0 };
  }
}

function like(query: string): string {
  const words = query.trim().toLowerCase();
  return words === '' ? '' : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
