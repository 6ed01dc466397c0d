import type { Generation } from '@polylogue/api-contract';

/** The model that was requested. */
export const modelOf = (generation: Generation | undefined): string => generation?.model || 'not recorded';

/** The model as a figure beside others: what the provider says answered, else what was requested. */
export const modelFigure = (generation: Generation | undefined): string | undefined =>
  generation && (generation.responseModel || generation.model || undefined);
