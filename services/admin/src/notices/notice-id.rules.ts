import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';

/** The id of a user's notice of a cause: of version 7, by when it happened, and the same for every repetition of the cause. */
export function noticeIdOf(userId: string, cause: string, happenedAt: Date): string {
  const random = createHash('sha256').update(`${userId} ${cause}`).digest();
  return uuid({ msecs: Math.max(0, happenedAt.getTime()), random });
}
