const chunk = (service: string, choices: unknown[], more: object = {}) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1, model: service, choices, ...more })}\n\n`;

const choice = (delta: object, finish: string | null = null) => [{ index: 0, delta, finish_reason: finish }];

export const openingChunk = (service: string) => chunk(service, choice({ role: 'assistant', content: '' }));

/** Everything but the token is the same each time; base 36 needs no escaping. */
export function tokenChunks(service: string) {
  const [before, after] = chunk(service, choice({ content: '@' })).split('@');
  return (token: string) => before + token + after;
}

export const closingChunks = (service: string, tokens: number) =>
  chunk(service, choice({}, 'stop')) +
  chunk(service, [], { usage: { prompt_tokens: 8, completion_tokens: tokens, total_tokens: tokens + 8 } }) +
  'data: [DONE]\n\n';

/** For judges and probes, which request one answer instead of a stream. */
export const wholeAnswer = (service: string) =>
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1,
    model: service,
    choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 8, completion_tokens: 1, total_tokens: 9 },
  });
