import { Category, ServiceStatus, serviceOf, type AiService } from '@polylogue/proto';

/** Who extracts when the user names nobody: whom the administrators chose, while that can be asked, else one that is chosen here. */
export const extractorFor = (
  services: readonly AiService[],
  repliedBy: readonly string[],
  preferred: string | undefined,
): AiService | undefined => usable(services, preferred) ?? chooseExtractor(services, repliedBy);

/** A service by its name, unless it is not offered, writes no text or was seen failing. */
export const usable = (services: readonly AiService[], wanted: string | undefined): AiService | undefined =>
  chooseExtractor(
    services.filter(({ name }) => name === wanted),
    [],
  );

/**
 * Who extracts when nobody is named: a text service that has not replied itself; rather one that is connected than one
 * that is not known to be; among equals the first of the catalog. One that was seen failing is never chosen.
 */
export function chooseExtractor(services: readonly AiService[], repliedBy: readonly string[]): AiService | undefined {
  const authors = new Set(repliedBy.map(serviceOf));
  const rankOf = ({ name, status }: AiService) =>
    (status === ServiceStatus.CONNECTED ? 0 : 2) + (authors.has(name) ? 1 : 0);
  return services
    .filter(({ category, status }) => category === Category.TEXT && status !== ServiceStatus.ERROR)
    .map((service) => ({ service, rank: rankOf(service) }))
    .toSorted((one, other) => one.rank - other.rank)[0]?.service;
}
