import type { AdminUser, userSorts } from '@polylogue/api-contract';

/** Milliseconds between two readings of the users, also in the background. */
export const usersPoll = 3000;
/** How many there are changes less, and is fetched again after each change made here. */
export const countsPoll = 10_000;

/** The administrator's fixed address decides, not the role; the role does where no address is known. */
export function roleLabel({ email, role }: AdminUser, adminEmail: string | undefined): 'Admin' | 'User' {
  const isAdmin = adminEmail ? email.toLowerCase() === adminEmail.toLowerCase() : role === 'admin';
  return isAdmin ? 'Admin' : 'User';
}

/** First and last name; the e-mail of a user who gave neither. */
export const nameOf = ({ firstName, lastName, email }: AdminUser): string => `${firstName} ${lastName}`.trim() || email;

/** The initials of a user. */
export const initialsOf = (user: AdminUser): string =>
  nameOf(user)
    .split(/\s+/)
    .map((word) => [...word][0])
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** Rows of one page. */
export const pageSize = 50;

/** What is looked for, and which page of it is shown. */
export interface UserSearch {
  q: string;
  sort: (typeof userSorts)[number];
  order: 'asc' | 'desc';
  page: number;
}

export const firstSearch: UserSearch = { q: '', sort: 'createdAt', order: 'desc', page: 1 };

const sortKeys: readonly UserSearch['sort'][] = ['name', 'messageCount', 'totalSessions', 'lastLoginAt'];

/** The sort of a column, where it has one. */
export const sortKeyOf = (column: unknown): UserSearch['sort'] | undefined => sortKeys.find((key) => key === column);
