import { serviceOf } from '@polylogue/proto';
import { AppError, currentContext } from '@polylogue/service-kit';

const servicesOfKey = (): readonly string[] | null => currentContext()?.apiKey?.aiServices ?? null;

/** Whether the API key of this request may use only some services. */
export const isLimitedToServices = (): boolean => servicesOfKey() !== null;

/** Those of the services that this request may use. A key may use the variants of its services, too. */
export function usableServices<S extends { name: string }>(services: readonly S[]): S[] {
  return services.filter(({ name }) => isUsable(name));
}

/** Refuses services that the API key of this request was not allowed; an empty name is one that only others know. */
export function mustBeUsable(names: readonly string[]): void {
  if (!isLimitedToServices()) return;
  if (names.length === 0 || names.includes('')) throw servicesNotNamed();
  const other = names.find((name) => !isUsable(name));
  if (other !== undefined) throw serviceNotAllowed(other);
}

function isUsable(name: string): boolean {
  const allowed = servicesOfKey();
  return allowed === null || allowed.includes(name) || allowed.includes(serviceOf(name));
}

const listed = () => (servicesOfKey() ?? []).join(', ');

function serviceNotAllowed(name: string): AppError {
  const sentence = `This API key may not use "${name.slice(0, 64)}", only ${listed()}.`;
  return new AppError('forbidden', 'service_not_allowed', sentence);
}

function servicesNotNamed(): AppError {
  const sentence = `This API key may use only ${listed()}, and this call does not say which services it goes to.`;
  return new AppError('forbidden', 'service_not_allowed', sentence);
}
