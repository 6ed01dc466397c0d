import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { answerSettings } from './answer-presets.js';
import { conversationFilter, flag } from './conversations.js';
import { cost } from './costs.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { id, time } from './scalars.js';

const { comparison: at } = limits;

const tag = z.string().max(at.tagLength, `A tag can have at most ${at.tagLength} characters.`);

/** Conversations that began with one message to several services, and those that joined them since. */
export const comparison = z
  .object({
    id: id.meta({ description: 'That of the broadcast it began with.' }),
    title: z.string(),
    titleGiven: z.boolean().meta({ description: 'False where the title is that of the first message.' }),
    starred: z.boolean(),
    tags: z.array(z.string()),
    settings: answerSettings
      .optional()
      .meta({ description: 'How services answer in it; absent where each answers as it would.' }),
    conversations: z
      .array(
        z.object({
          id,
          aiService: aiServiceLabel,
          pins: z
            .number()
            .int()
            .meta({ description: 'How many of its replies are pinned as the best of their round.' }),
          score: z
            .number()
            .min(0)
            .max(100)
            .optional()
            .meta({ description: 'The mean overall score of its replies that were judged.' }),
        }),
      )
      .meta({ description: 'In the order in which they joined.' }),
    messageCount: z.number().int(),
    preview: z.string().meta({ description: 'The last thing said, cut to a line.' }),
    createdAt: time,
    updatedAt: time,
    cost: cost.omit({ source: true }).optional().meta({ description: 'What is known of the cost of its replies.' }),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof comparison>;

export const comparisonSort = z.enum(['updatedAt', 'createdAt']);
export type ComparisonSort = z.infer<typeof comparisonSort>;

/** Which comparisons are wanted. */
export const comparisonFilter = conversationFilter.omit({ includeAll: true, comparison: true }).extend({
  starred: flag.optional(),
  tag: tag.optional(),
});

export const listComparisons = route({
  method: 'GET',
  path: '/api/comparisons',
  summary:
    'Comparisons, newest activity first. Link (rel="next") leads to the next page, X-Total-Count counts all where nothing is searched for.',
  access: 'signed-in',
  query: comparisonFilter.extend({
    limit: z.coerce.number().int().min(1, 'limit starts at 1.').max(at.page, `limit is at most ${at.page}.`).optional(),
    cursor: z.string().max(1_000, 'This is no cursor of ours.').optional(),
    sort: comparisonSort.optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  answer: z.array(comparison),
});

export const listComparisonTags = route({
  method: 'GET',
  path: '/api/comparisons/tags',
  summary: `The tags of the user's comparisons, in alphabetical order, each once; at most ${at.listedTags}.`,
  access: 'signed-in',
  answer: z.array(z.string()),
});

export const getComparison = route({
  method: 'GET',
  path: '/api/comparisons/{id}',
  summary: 'One comparison; its messages are those of its conversations: GET /api/conversations?comparison={id}.',
  access: 'signed-in',
  answer: comparison,
});

export const changeComparison = route({
  method: 'PUT',
  path: '/api/comparisons/{id}',
  summary:
    'Gives a comparison a title, a star, tags, or settings for what is asked in it from now on. What is left out stays; an empty title is that of the first message.',
  access: 'signed-in',
  body: z
    .object({
      title: z.string().max(at.titleLength, `A title can have at most ${at.titleLength} characters.`).optional(),
      starred: z.boolean().optional(),
      tags: z.array(tag).max(at.tags, `A comparison can have at most ${at.tags} tags.`).optional(),
      settings: answerSettings.optional().meta({ description: 'All of them; {}: services answer as they would.' }),
    })
    .meta({ id: 'ChangeComparison' }),
  answer: comparison,
  serverOwned: ['id', 'userId', 'conversations', 'messageCount', 'createdAt', 'updatedAt', 'cost'],
});

export const deleteComparison = route({
  method: 'DELETE',
  path: '/api/comparisons/{id}',
  summary: 'Deletes a comparison with all its conversations for good.',
  access: 'signed-in',
  status: 204,
});
