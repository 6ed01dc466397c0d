import { z } from 'zod';

export const googleBaseUrl = 'https://generativelanguage.googleapis.com/v1beta';

const fault = z.object({
  error: z.object({
    code: z.number().nullish(),
    status: z.string().nullish(),
    details: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
});

/** Google's error object; some of its endpoints wrap it in a list. */
export const googleFault = z.union([fault, z.tuple([fault]).transform(([first]) => first)]);

/** The SDK reads no model from an answer. */
export function modelInGoogleEvent(event: unknown): string | undefined {
  const { modelVersion } = (event ?? {}) as { modelVersion?: unknown };
  return typeof modelVersion === 'string' ? modelVersion : undefined;
}
