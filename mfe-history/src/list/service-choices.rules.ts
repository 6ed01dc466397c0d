import { isBlindName, type AiService, type AiServiceLabel } from '@polylogue/api-contract';

type Choice = Pick<AiService, 'name' | 'displayName'>;

/**
 * Whose threads can be filtered by: who is offered, with variants, and who no longer is. Variants of former services and of
 * deleted presets are in no catalog: they are known from the threads that are listed. An alias of a blind round is no service.
 */
export function serviceChoices(services: readonly AiService[], listed: readonly AiServiceLabel[]) {
  const known = new Set(services.map(({ name }) => name));
  const unknown = listed.filter(({ name }) => !known.has(name) && !isBlindName(name));
  const written = new Map(unknown.map((service) => [service.name, service]));
  const offered: Choice[] = services.filter(({ former }) => !former);
  const former: Choice[] = [
    ...services.filter((service) => service.former),
    ...[...written.values()].toSorted((one, other) => one.displayName.localeCompare(other.displayName)),
  ];
  return { offered, former };
}
