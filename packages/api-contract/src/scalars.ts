import { z } from 'zod';

/** uuid of a user, conversation, message or broadcast. */
export const id = z.uuid('This is not a valid id.');
/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
/** A service's name in the catalogue: a slug. */
export const aiServiceName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'An AI service is named by lower-case letters, digits, dots and dashes.');
