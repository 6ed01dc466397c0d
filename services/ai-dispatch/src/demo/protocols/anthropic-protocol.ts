import { z } from 'zod';
import { pictureLine } from '../replies/pictures.rules.js';
import { event, type Protocol } from './protocol.js';

const part = z.union([
  z
    .object({ source: z.object({ media_type: z.string(), data: z.string() }) })
    .transform(({ source }) => pictureLine(source.media_type, source.data)),
  z.object({ text: z.string().default('') }).transform(({ text }) => text),
]);
const content = z.union([z.string(), z.array(part).transform((parts) => parts.join(''))]);
const request = z.object({
  model: z.string(),
  stream: z.literal(true),
  max_tokens: z.number().int().positive(),
  system: content.optional(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content })).min(1),
});

const errorTypes: Record<number, string> = {
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'api_error',
};

const typed = (payload: { type: string }) => event(payload, payload.type);

export const anthropicProtocol: Protocol = {
  readRequest(path, body) {
    const { data: parsed } = request.safeParse(path.endsWith('/messages') ? body : undefined);
    if (parsed === undefined) return undefined;
    const system = parsed.system === undefined ? [] : [{ role: 'system' as const, content: parsed.system }];
    return { model: parsed.model, thread: [...system, ...parsed.messages], maxTokens: parsed.max_tokens };
  },
  begin({ model }, { input }) {
    const usage = { input_tokens: input, output_tokens: 1 };
    const message = {
      id: 'msg_demo',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    };
    const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    const start = { type: 'message_start', message };
    return typed(start) + typed(block) + typed({ type: 'ping' });
  },
  token: (_reply, text) => {
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
    return typed(delta);
  },
  end(_reply, { output }, isCutOff) {
    const delta = { stop_reason: isCutOff ? 'max_tokens' : 'end_turn', stop_sequence: null };
    const message = { type: 'message_delta', delta, usage: { output_tokens: output } };
    const block = { type: 'content_block_stop', index: 0 };
    return typed(block) + typed(message) + typed({ type: 'message_stop' });
  },
  fault: (status, message) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'invalid_request_error', message },
  }),
  models: (names) => ({
    data: names.map((id) => ({ type: 'model', id, display_name: id, created_at: '2025-07-10T00:00:00Z' })),
    has_more: false,
    first_id: names[0] ?? null,
    last_id: names.at(-1) ?? null,
  }),
};
