import type { Execution } from '@polylogue/api-contract';
import { lazy, Suspense } from 'react';
import type { ServiceLooks } from '../service-labels/service-labels.js';

const TimelineCard = lazy(() => import('./timeline-card.js'));

interface WatchTimelineProps {
  id: number;
  executions: readonly Execution[];
  /** Of these executions, by their ids. */
  numbers: ReadonlyMap<number, number>;
  services: ServiceLooks;
}

/** The timeline of a query that has watched runs. */
export function WatchTimeline({ id, executions, numbers, services }: WatchTimelineProps) {
  const runs = executions.filter(({ report }) => report).length;
  if (runs === 0) return null;
  return (
    <Suspense fallback={null}>
      <TimelineCard key={runs} id={id} runs={runs} numbers={numbers} services={services} />
    </Suspense>
  );
}
