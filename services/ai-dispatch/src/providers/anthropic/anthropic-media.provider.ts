import type { ReplyPart } from '../provider.js';
import { notOffered } from '../provider.errors.js';

/** There are no pictures, sounds or films. */
export const anthropicMedia = (): AsyncIterable<ReplyPart> => notOffered();
