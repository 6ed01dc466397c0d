import { z } from 'zod';
import { pictureLine } from '../replies/pictures.rules.js';
import { event, type AskedReply, type Protocol } from './protocol.js';

const part = z.union([
  z
    .object({ image_url: z.object({ url: z.string().regex(/^data:[^;]+;base64,/) }) })
    .transform(({ image_url: { url } }) =>
      pictureLine(url.slice(5, url.indexOf(';')), url.slice(url.indexOf(',') + 1)),
    ),
  z.object({ text: z.string().default('') }).transform(({ text }) => text),
]);
const content = z.union([z.string(), z.array(part).transform((parts) => parts.join(''))]);
const request = z.object({
  model: z.string(),
  stream: z.literal(true),
  max_tokens: z.number().int().positive().optional(),
  max_completion_tokens: z.number().int().positive().optional(),
  messages: z.array(z.object({ role: z.enum(['system', 'developer', 'user', 'assistant']), content })).min(1),
});

const chunk = ({ model }: AskedReply, rest: object) => ({
  id: 'chatcmpl-demo',
  object: 'chat.completion.chunk',
  created: 1752105600,
  model,
  ...rest,
});
const choice = (delta: object, finish_reason: string | null = null) => [
  { index: 0, delta, logprobs: null, finish_reason },
];

export const openaiProtocol: Protocol = {
  readRequest(path, body) {
    const { data: parsed } = request.safeParse(path.endsWith('/chat/completions') ? body : undefined);
    if (parsed === undefined) return undefined;
    const thread = parsed.messages.map(({ role, content }) => ({
      role: role === 'developer' ? ('system' as const) : role,
      content,
    }));
    return { model: parsed.model, thread, maxTokens: parsed.max_completion_tokens ?? parsed.max_tokens };
  },
  begin(reply, _counts, { reasoning }) {
    const opening = event(chunk(reply, { choices: choice({ role: 'assistant', content: '' }) }));
    if (reasoning === undefined) return opening;
    return opening + event(chunk(reply, { choices: choice({ reasoning_content: reasoning }) }));
  },
  token: (reply, text) => event(chunk(reply, { choices: choice({ content: text }) })),
  end(reply, { input, output }, isCutOff, { sources = [] }) {
    const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
    const finish = event(chunk(reply, { choices: choice({}, isCutOff ? 'length' : 'stop') }));
    const annotations = sources.map((page) => {
      return { type: 'url_citation', url_citation: { ...page, start_index: 0, end_index: 0 } };
    });
    const cited = annotations.length > 0 ? event(chunk(reply, { choices: choice({ annotations }) })) : '';
    return cited + finish + event(chunk(reply, { choices: [], usage })) + event('[DONE]');
  },
  fault: (status, message) => ({
    error: {
      message,
      type: status >= 500 ? 'server_error' : 'invalid_request_error',
      code: status === 401 ? 'invalid_api_key' : status === 429 ? 'rate_limit_exceeded' : null,
    },
  }),
  models: (names) => ({
    object: 'list',
    data: names.map((id) => ({ id, object: 'model', owned_by: 'polylogue-demo' })),
  }),
};
