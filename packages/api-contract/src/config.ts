import { z } from 'zod';
import { route } from './route.js';

export const build = z
  .object({ version: z.string(), buildNumber: z.string(), deploymentDate: z.string() })
  .meta({ id: 'Build' });

export const publicConfig = z
  .object({
    productName: z.string(),
    shortName: z.string(),
    build,
    auth: z.enum(['local', 'oidc']),
    adminEmail: z.string().optional().meta({ description: "Only when the session is an admin's." }),
  })
  .meta({ id: 'Config' });
export type PublicConfig = z.infer<typeof publicConfig>;

export const getConfig = route({
  method: 'GET',
  path: '/api/config',
  summary: 'Product name, build and kind of sign-in.',
  access: 'public',
  answer: publicConfig,
});
