import { z } from 'zod';
import { reasoningEffort } from './answer-presets.js';
import { limits } from './limits.js';
import { route } from './route.js';

// Chat completions in the shape of OpenAI's API; docs/api.md says what differs.
const textPart = z.object({ type: z.literal('text'), text: z.string() });

export const chatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.union([z.string(), z.array(textPart)], 'Only text can be sent.'),
});
export type ChatMessage = z.infer<typeof chatMessage>;

const tooLong = `The instructions can have at most ${limits.messageLength} characters.`;
const instructionLength = (messages: readonly ChatMessage[]): number =>
  messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .reduce(
      (sum, { content }) =>
        sum + (typeof content === 'string' ? content : content.map(({ text }) => text).join('')).length,
      0,
    );

const maxTokens = z.number().int().min(1).max(limits.answerPreset.maxOutputTokens);

/** What answers as `polylogue/all`: every text service at once. */
export const allModels = 'polylogue/all';

/** What answers as `polylogue/merged`: one answer that a service makes of the replies of all. */
export const mergedModel = 'polylogue/merged';

/** The schema of the structured answer; a caller's own is refused. */
export const answersSchema = 'polylogue_answers';

const responseFormat = z.object({
  type: z.enum(['text', 'json_object', 'json_schema']),
  json_schema: z
    .object({ name: z.string() })
    .loose()
    .optional()
    .meta({ description: `Only the schema "${answersSchema}", by its name.` }),
});

const continued = z
  .object(
    { comparison: z.string().max(500).optional(), broadcast_id: z.string().max(100).optional() },
    'The metadata of a call may be that of an answer: "comparison" names the comparison to go on with.',
  )
  .strict()
  .meta({ description: 'As an answer has it: the message goes into the threads of that comparison.' });

export const chatCompletionBody = z
  .object({
    model: z.string('Name a model, such as polylogue/all.').min(1).max(100),
    messages: z
      .array(chatMessage)
      .min(1, 'Send at least one message.')
      .max(limits.chatMessages)
      .refine((messages) => instructionLength(messages) <= limits.messageLength, tooLong),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    max_tokens: maxTokens.nullish(),
    max_completion_tokens: maxTokens.nullish(),
    reasoning_effort: reasoningEffort.nullish(),
    response_format: responseFormat.nullish(),
    n: z.literal(1, 'Only one choice can be made.').nullish(),
    user: z.string().nullish(),
    metadata: continued.nullish(),
  })
  .meta({ id: 'ChatCompletionRequest' });
export type ChatCompletionBody = z.infer<typeof chatCompletionBody>;

export const createChatCompletion = route({
  method: 'POST',
  path: '/v1/chat/completions',
  summary:
    "Asks one or all services in the shape of OpenAI's API, streamed or not. Each call is a comparison of its own.",
  access: 'approved',
  keyScope: 'send',
  body: chatCompletionBody,
});

export const listModels = route({
  method: 'GET',
  path: '/v1/models',
  summary:
    'The models of chat completions: polylogue/all, polylogue/merged, one for each text service, and one for each saved query of a key that may run them.',
  access: 'signed-in',
});
