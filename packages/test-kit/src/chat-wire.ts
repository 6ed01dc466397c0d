import type { AiScript } from './ai-script.js';

/** The events of one streamed reply, in the form of one protocol. */
export interface ReplyWire {
  /** What comes before the text. */
  begin(script: AiScript): string[];
  piece(content: string): string;
  /** An event that is cut in its middle. */
  broken: string;
  finish(script: AiScript): string[];
}

/** What every chat completion begins with. */
export function chatEnvelope(model: string) {
  return { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 1_750_000_000, model };
}

/** Chat completions. */
export function chatWire(model: string): ReplyWire {
  const event = (choices: unknown[], more: object = {}) =>
    `data: ${JSON.stringify({ ...chatEnvelope(model), choices, ...more })}\n\n`;
  return {
    begin: () => [],
    piece: (content) => event([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }]),
    broken: 'data: {"choices":[{"delta":{"con\n\n',
    finish: ({ finishReason = 'stop', sources, usage }) => [
      event([{ index: 0, delta: {}, finish_reason: finishReason }]),
      ...(sources ? [event([], { search_results: sources })] : []),
      ...(usage ? [event([], { usage })] : []),
      'data: [DONE]\n\n',
    ],
  };
}
