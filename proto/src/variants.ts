/**
 * A service with a preset is a variant and named `<service>..<preset>`, `gpt..k3f9a2`: a name like any other, so that it can
 * stand wherever a service's name stands, also in pages of the version before. It has a conversation, a panel and a title
 * of its own; limits, prices and keys are those of the service.
 */
const separator = '..';
const shape = /^(.+)\.\.([a-z0-9]{6})$/;

/** The service of a variant; a service's own name. */
export const serviceOf = (name: string): string => shape.exec(name)?.[1] ?? name;

/** The id of a variant's preset; undefined for a service. */
export const presetIdOf = (name: string): string | undefined => shape.exec(name)?.[2];

/** The name of a service with a preset. */
export const variantName = (service: string, presetId: string): string => `${service}${separator}${presetId}`;

/** How a variant is called: `GPT · terse`. */
export const variantDisplayName = (service: string, preset: string): string => `${service} · ${preset}`;
