import { Category, ServiceStatus, serviceOf, type AiService } from '@polylogue/proto';

/** The two whose replies are compared, and who was chosen to compare. */
export interface Compared {
  candidate: string;
  baseline: string;
  chosen?: string | undefined;
}

/**
 * Who compares two replies: a text service that wrote neither of them; rather the chosen one, rather one that is connected;
 * among equals the first of the catalog. One that wrote a reply compares only where there is no other, and one that was
 * seen failing never does.
 */
export function chooseJudge(services: readonly AiService[], { candidate, baseline, chosen }: Compared) {
  const authors = new Set([candidate, baseline].map(serviceOf));
  const rankOf = ({ name, status }: AiService) =>
    (authors.has(name) ? 4 : 0) + (name === chosen ? 0 : 2) + (status === ServiceStatus.CONNECTED ? 0 : 1);
  return services
    .filter(({ category, status }) => category === Category.TEXT && status !== ServiceStatus.ERROR)
    .map((service) => ({ service, rank: rankOf(service) }))
    .toSorted((one, other) => one.rank - other.rank)[0]?.service.name;
}
