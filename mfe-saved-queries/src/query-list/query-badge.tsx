import type { SavedQuery } from '@polylogue/api-contract';
import { Badge } from '@polylogue/web-kit';
import { CalendarClock, Hand, Pause } from 'lucide-react';
import { queryBadgeOf } from './query-badge.rules.js';

const looks = {
  Manual: { tone: 'neutral', icon: <Hand aria-hidden="true" /> },
  Active: { tone: 'brand', icon: <CalendarClock aria-hidden="true" /> },
  Paused: { tone: 'warn', icon: <Pause aria-hidden="true" /> },
} as const;

export function QueryBadge({ query }: { query: Pick<SavedQuery, 'isScheduled' | 'isActive'> }) {
  const label = queryBadgeOf(query);
  return (
    <Badge tone={looks[label].tone} icon={looks[label].icon}>
      {label}
    </Badge>
  );
}
