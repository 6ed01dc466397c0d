/**
 * A service with a preset is a variant and named `<service>:<preset>`, `gpt:k3f9a2`: of its own conversation, panel and
 * color. Limits, prices and keys are those of the service.
 */
const separator = ':';

/** The service of a variant; a service's own name. */
export const serviceOf = (name: string): string => name.split(separator, 1)[0]!;

/** The id of a variant's preset; undefined for a service. */
export const presetIdOf = (name: string): string | undefined => name.split(separator)[1];

/** The name of a service with a preset. */
export const variantName = (service: string, presetId: string): string => `${service}${separator}${presetId}`;

/** How a variant is called: `GPT · terse`. */
export const variantDisplayName = (service: string, preset: string): string => `${service} · ${preset}`;
