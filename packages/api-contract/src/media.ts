import { z } from 'zod';
import { route } from './route.js';
import { id } from './scalars.js';

/** A picture, a sound or a film that a service made. */
export const media = z
  .object({
    id,
    type: z.string().meta({ description: 'Found in the bytes: image/png, audio/wav, video/mp4, …' }),
    url: z.string().meta({ description: 'Where its owner reads it: /api/media/{id}.' }),
    name: z.string().meta({ description: 'What a download is called.' }),
  })
  .meta({ id: 'Media' });
export type Media = z.infer<typeof media>;

export const getMedia = route({
  method: 'GET',
  path: '/api/media/{id}',
  summary:
    'The bytes of a picture, a sound or a film, for its owner only. Understands If-None-Match and a single Range; download=true asks for a file to keep.',
  access: 'signed-in',
  query: z.object({ download: z.enum(['true', 'false']).optional() }),
});
