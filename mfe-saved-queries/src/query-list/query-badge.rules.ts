import type { SavedQuery } from '@polylogue/api-contract';

export type QueryBadge = 'Manual' | 'Active' | 'Paused';

export function queryBadgeOf({ isScheduled, isActive }: Pick<SavedQuery, 'isScheduled' | 'isActive'>): QueryBadge {
  if (!isScheduled) return 'Manual';
  return isActive ? 'Active' : 'Paused';
}

/** 'frequency at time'; a cron expression stands for itself. Undefined for a manual query. */
export function scheduleLabel(
  query: Pick<SavedQuery, 'isScheduled' | 'scheduleFrequency' | 'scheduleTime' | 'customSchedule'>,
): string | undefined {
  if (!query.isScheduled) return undefined;
  const frequency = query.scheduleFrequency ?? 'daily';
  if (frequency === 'custom') return `custom: ${query.customSchedule ?? ''}`;
  return `${frequency} at ${query.scheduleTime ?? '09:00'}`;
}
