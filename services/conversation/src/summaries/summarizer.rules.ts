import { Category, ServiceStatus, serviceOf, type AiService } from '@polylogue/proto';

/**
 * Who sums up when none is named: a text service that has not replied itself, nor as a variant, because none judges its
 * own work well; rather one that is connected than one that is not known to be; among equals the first of the catalog. One
 * that was seen failing is never chosen.
 */
export function chooseSummarizer(services: readonly AiService[], repliedBy: readonly string[]): AiService | undefined {
  const authors = new Set(repliedBy.map(serviceOf));
  const rankOf = ({ name, status }: AiService) =>
    (status === ServiceStatus.CONNECTED ? 0 : 2) + (authors.has(name) ? 1 : 0);
  return services
    .filter(({ category, status }) => category === Category.TEXT && status !== ServiceStatus.ERROR)
    .map((service) => ({ service, rank: rankOf(service) }))
    .sort((a, b) => a.rank - b.rank)[0]?.service;
}
