import type { AiScript } from './ai-script.js';
import type { ReplyWire } from './chat-wire.js';

const message = { item_id: 'msg_scripted', output_index: 1, content_index: 0 };

/** Responses, as OpenAI and xAI send them: a search, the text, what it cites, and the end that counts. */
export function responsesWire(model: string): ReplyWire {
  let sent = 0;
  const event = (type: string, more: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sent++, ...more })}\n\n`;
  const response = (status: string, more: object = {}) => ({
    response: {
      id: 'resp_scripted',
      object: 'response',
      created_at: 1_750_000_000,
      model,
      status,
      output: [],
      ...more,
    },
  });
  const search = (at: string, more: object = {}) =>
    event(`response.output_item.${at}`, {
      output_index: 0,
      item: { id: 'ws_scripted', type: 'web_search_call', status: 'completed', ...more },
    });
  return {
    begin: ({ sources }) => [
      event('response.created', response('in_progress')),
      ...(sources ? [search('added'), search('done', { action: { type: 'search', query: 'scripted' } })] : []),
      event('response.output_item.added', {
        output_index: 1,
        item: { id: message.item_id, type: 'message', status: 'in_progress', role: 'assistant', content: [] },
      }),
    ],
    piece: (delta) => event('response.output_text.delta', { ...message, delta, logprobs: [] }),
    broken: 'data: {"type":"response.outp\n\n',
    finish: ({ sources = [], usage }) => [
      ...sources.map((source, annotation_index) => {
        const annotation = { type: 'url_citation', start_index: 0, end_index: 1, ...source };
        return event('response.output_text.annotation.added', { ...message, annotation_index, annotation });
      }),
      event('response.completed', response('completed', { usage: usage && usageOf(usage) })),
    ],
  };
}

const usageOf = ({ prompt_tokens, completion_tokens, ...more }: NonNullable<AiScript['usage']>) => ({
  input_tokens: prompt_tokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: completion_tokens,
  output_tokens_details: { reasoning_tokens: 0 },
  ...more,
});
