import { listAnswerPresets, type AnswerOf } from '@polylogue/api-contract';
import { apiClient } from '../api/api-client.js';

/** Reads the presets of the user. A file of its own: with its contract comes zod, and few dashboards miss a variant. */
export const readPresets = (signal: AbortSignal): Promise<AnswerOf<typeof listAnswerPresets>> =>
  apiClient(listAnswerPresets, { signal });
