import { listAiServices, type AnswerOf } from '@polylogue/api-contract';
import { apiClient } from '../api/api-client.js';
import { withFormer } from './with-former.js';

/** Reads the services, with those no longer offered. A file of its own: with its contract comes zod, which visitors do without. */
export const readAiServices = (signal: AbortSignal): Promise<AnswerOf<typeof listAiServices>> =>
  apiClient(listAiServices, { ...withFormer, signal });
