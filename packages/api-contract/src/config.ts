import { z } from 'zod';
import { announcement } from './announcements.js';
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
    announcement: announcement
      .optional()
      .meta({ description: 'What everybody should read; to visitors, if it is public.' }),
    needsSetupCode: z
      .literal(true)
      .optional()
      .meta({ description: 'While there is no account: the first one needs the setup code.' }),
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
