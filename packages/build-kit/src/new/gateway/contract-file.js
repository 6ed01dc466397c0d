/** @import { Feature } from '../names.js' */

/**
 * The file of the `/api` contract for one feature.
 * @param {Feature} feature
 */
export const contractFile = ({ many, one }) => `import { z } from 'zod';
import { route } from './route.js';
import { id, time } from './scalars.js';

const mostLetters = 200;

export const ${one.camel} = z.object({ id, name: z.string(), createdAt: time }).meta({ id: '${one.pascal}' });
export type ${one.pascal} = z.infer<typeof ${one.camel}>;

export const new${one.pascal} = z
  .object({
    name: z
      .string('Type a name.')
      .trim()
      .min(1, 'Type a name.')
      .max(mostLetters, \`A name has at most \${mostLetters} characters.\`)
      .refine((text) => !text.includes('\\0'), 'A name cannot contain NUL characters.'),
  })
  .meta({ id: 'New${one.pascal}' });

export const list${many.pascal} = route({
  method: 'GET',
  path: '/api/${many.kebab}',
  summary: 'The ${many.words} of whoever asks, newest first, a hundred at most.',
  access: 'signed-in',
  answer: z.array(${one.camel}),
});

export const add${one.pascal} = route({
  method: 'POST',
  path: '/api/${many.kebab}',
  summary: 'Keeps a ${one.words} under its name; with a name that is there, answers the one there is.',
  access: 'signed-in',
  body: new${one.pascal},
  answer: ${one.camel},
  status: 201,
  serverOwned: ['id', 'createdAt'],
});
`;
