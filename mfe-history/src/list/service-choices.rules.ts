import { isBlindName, type AiService, type AiServiceLabel } from '@polylogue/api-contract';

type Choice = Pick<AiService, 'name' | 'displayName'>;

/**
 * Whose threads can be filtered by: who is offered, with variants, and who no longer is. Variants may be missing from
 * the services, as those whose preset was taken away from a service: they are known from the threads that are listed, and
 * `gone` says which are no longer offered. An alias of a blind round is no service.
 */
export function serviceChoices(
  services: readonly AiService[],
  listed: readonly AiServiceLabel[],
  gone: ReadonlySet<string>,
) {
  const known = new Set(services.map(({ name }) => name));
  const missing = listed
    .filter(({ name }) => !known.has(name) && !isBlindName(name))
    .toSorted((one, other) => one.displayName.localeCompare(other.displayName));
  const offered: Choice[] = [
    ...services.filter((service) => !service.former),
    ...missing.filter(({ name }) => !gone.has(name)),
  ];
  const former: Choice[] = [
    ...services.filter((service) => service.former),
    ...missing.filter(({ name }) => gone.has(name)),
  ];
  return { offered, former };
}
