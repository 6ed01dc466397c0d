import { serviceOf } from '@polylogue/proto';
import type { ListedService } from '../catalog/ai-service.entity.js';

/** Whether this label names the service, or a variant of it. */
const names = ({ entry }: ListedService, label: string) =>
  serviceOf(label) === entry.name || label === entry.displayName;

/**
 * Who sums up when none is named: a text service that has not answered itself, because none judges its own work
 * well; rather one that is connected than one that is not known to be; among equals the first of the catalog. One
 * that was seen failing is never chosen.
 */
export function chooseSummarizer(services: readonly ListedService[], repliedBy: readonly string[]) {
  const rankOf = (service: ListedService) =>
    (service.status === 'connected' ? 0 : 2) + (repliedBy.some((label) => names(service, label)) ? 1 : 0);
  return services
    .filter(({ entry, status }) => entry.category === 'text' && status !== 'error')
    .map((service) => ({ service, rank: rankOf(service) }))
    .sort((a, b) => a.rank - b.rank)[0]?.service.entry;
}
