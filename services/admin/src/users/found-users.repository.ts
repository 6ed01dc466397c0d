import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ActivityDetails } from '../activities/activity.rules.js';
import type { UserEntity } from './user.entity.js';

export type UserSortWord = 'created_at' | 'name' | 'email' | 'last_login_at' | 'message_count' | 'total_sessions';

/** Which users are wanted, in which order, and which page of them. */
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

export type FoundUser = UserEntity & {
  messageCount: number;
  totalSessions: number;
  activities: ActivityRow[];
  hasPassword: boolean;
};

/** What a page is picked from, and in which order; each order has an index that reads in both directions. */
const orders: Record<UserSortWord, { isOfTotals?: true; by: (way: 'ASC' | 'DESC') => string }> = {
  created_at: { by: (way) => `u.created_at ${way}, u.id ${way}` },
  name: { by: (way) => `lower(u.first_name) ${way}, lower(u.last_name) ${way}, u.id ${way}` },
  email: { by: (way) => `u.email ${way}, u.id ${way}` },
  last_login_at: { by: (way) => `u.last_login_at ${way} NULLS ${way === 'DESC' ? 'LAST' : 'FIRST'}, u.id ${way}` },
  message_count: { isOfTotals: true, by: (way) => `t.messages ${way}, t.user_id ${way}` },
  total_sessions: { isOfTotals: true, by: (way) => `t.sessions ${way}, t.user_id ${way}` },
};

const activitiesShown = 8;
const minPartLength = 3;

/** The users an administrator looks for, with their counts and latest activities. */
@Injectable()
export class FoundUsersRepository {
  list(tx: Transaction, search: UserSearch): Promise<FoundUser[]> {
    const { isOfTotals, by } = orders[search.sort];
    const order = by(search.ascending ? 'ASC' : 'DESC');
    const { condition, values } = conditionOf(search);
    // Whole rows are read for the page only: what the offset skips is skipped in the index alone.
    const from = !isOfTotals
      ? 'admin.users u'
      : `admin.user_totals t${condition ? ' JOIN admin.users u ON u.id = t.user_id' : ''}`;
    return tx.query<FoundUser[]>(
      `SELECT u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName",
         u.profile_image_url AS "profileImageUrl", u.role, u.is_approved AS "isApproved", u.is_blocked AS "isBlocked",
         u.last_login_at AS "lastLoginAt", u.created_at AS "createdAt", u.password_hash IS NOT NULL AS "hasPassword",
         coalesce(t.messages, 0) AS "messageCount", coalesce(t.sessions, 0) AS "totalSessions",
         (SELECT coalesce(jsonb_agg(a), '[]') FROM (SELECT activity_type AS "activityType", about, details,
            created_at AS "createdAt" FROM admin.activities WHERE user_id = u.id
            ORDER BY created_at DESC, activity_type DESC, about DESC LIMIT ${activitiesShown}) a) AS activities
       FROM (SELECT ${isOfTotals ? 't.user_id' : 'u.id'} AS id, row_number() OVER (ORDER BY ${order}) AS slot
         FROM ${from} ${condition} ORDER BY ${order} LIMIT $1 OFFSET $2) picked
       JOIN admin.users u ON u.id = picked.id LEFT JOIN admin.user_totals t ON t.user_id = u.id ORDER BY picked.slot`,
      [search.limit, search.offset, ...values],
    );
  }

  async count(tx: Transaction, search: UserSearch): Promise<{ total: number; waiting: number }> {
    const { condition, values } = conditionOf(search, 0);
    const waiting = condition ? `${condition} AND NOT u.is_approved` : 'WHERE NOT u.is_approved';
    // Two subqueries, because each has an index of its own.
    const [row] = await tx.query<{ total: number; waiting: number }[]>(
      `SELECT (SELECT count(*)::int FROM admin.users u ${condition}) AS total,
         (SELECT count(*)::int FROM admin.users u ${waiting}) AS waiting`,
      values,
    );
    return row ?? { total: 0, waiting: 0 };
  }
}

/** The WHERE of a search; `before`: how many parameters stand before its own. */
function conditionOf({ query, onlyWaiting }: UserSearch, before = 2): { condition: string; values: string[] } {
  const part = query.trim().toLowerCase();
  const conditions = onlyWaiting ? ['NOT u.is_approved'] : [];
  const values: string[] = [];
  if (part !== '') {
    values.push(like(part));
    conditions.push(`u.search LIKE $${before + 1}`);
  }
  if ([...part].length >= minPartLength) {
    values.push(part);
    conditions.push(`admin.threes(u.search) @> admin.threes($${before + 2})`);
  }
  return { condition: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', values };
}

function like(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
