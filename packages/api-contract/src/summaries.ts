import { z } from 'zod';
import { limits } from './limits.js';
import { route } from './route.js';
import { aiServiceName, inputTime } from './scalars.js';

const response = z.object({
  aiService: z.string().min(1, 'Each response names its AI service.').max(limits.nameLength),
  content: z.string().refine((text) => text.trim() !== '', 'A response without text cannot be summarized.'),
  timestamp: inputTime('A timestamp is written in ISO 8601.'),
});

export const summarizeResponsesBody = z
  .object({
    responses: z
      .array(response)
      .min(2, 'At least 2 AI responses are needed for comparison')
      .max(limits.targets, `At most ${limits.targets} responses can be summarized at once.`),
    summarizerAI: aiServiceName
      .nullish()
      .meta({ description: 'Who summarizes; without it, a connected text service that has not answered itself.' }),
  })
  .meta({ id: 'SummarizeResponses' });

export const summarizeResponses = route({
  method: 'POST',
  path: '/api/summarize-responses',
  summary: 'Lets one service compare and sum up the replies of several.',
  access: 'approved',
  body: summarizeResponsesBody,
  answer: z
    .object({ summary: z.string(), summarizerAI: z.string().meta({ description: 'Its display name.' }) })
    .meta({ id: 'ResponsesSummary' }),
  idempotent: true,
  serverOwned: ['id', 'userId', 'summary'],
});
