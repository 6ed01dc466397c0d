import { statusOfOpenaiFault } from '../openai/openai.errors.js';

/** Compatible servers send OpenAI's error object, or a bare sentence without a status. */
export const statusOfCompatibleFault = (payload: unknown): number | undefined => statusOfOpenaiFault(payload);
