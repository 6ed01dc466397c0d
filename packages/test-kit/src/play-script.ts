import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AiScript } from './ai-script.js';

/** Answers one OpenAI chat completion as scripted, streaming or whole. */
export async function playScript(script: AiScript, response: ServerResponse, wish: { model: string; stream: boolean }) {
  if (script.fault === 'hang') return;
  if (script.status !== undefined && script.status >= 400) return refuse(script, response);
  if (!wish.stream) return answerWhole(script, response, wish.model);
  response.writeHead(200, { 'content-type': 'text/event-stream', ...script.headers });
  response.flushHeaders();
  const send = (choices: unknown[], more: object = {}) =>
    write(response, `data: ${JSON.stringify({ ...envelope(wish.model), choices, ...more })}\n\n`);
  const piece = (content: string) => send([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }]);

  for (const chunk of script.chunks ?? []) {
    if (typeof chunk !== 'string') {
      await (typeof chunk === 'function' ? chunk() : chunk);
      continue;
    }
    if (script.delayMs) await sleep(script.delayMs);
    if (response.destroyed) return;
    await piece(chunk);
  }
  const filler = 'x'.repeat(16_384);
  for (let sent = 0; sent < (script.endlessBytes ?? 0) && !response.destroyed; sent += filler.length) {
    await piece(filler);
  }
  await end(script, response, send);
}

async function end(
  script: AiScript,
  response: ServerResponse,
  send: (choices: unknown[], more?: object) => Promise<void>,
) {
  if (script.fault === 'silent') return;
  if (script.fault === 'cut') return void response.destroy();
  if (script.fault === 'malformed') await write(response, 'data: {"choices":[{"delta":{"con\n\n');
  if (script.fault === 'malformed' || script.fault === 'unfinished') return void response.end();
  await send([{ index: 0, delta: {}, finish_reason: script.finishReason ?? 'stop' }]);
  if (script.sources) await send([], { search_results: script.sources });
  if (script.usage) await send([], { usage: script.usage });
  await write(response, 'data: [DONE]\n\n');
  response.end();
}

function refuse({ status = 500, headers, errorMessage = 'refused' }: AiScript, response: ServerResponse) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message: errorMessage, type: 'scripted', code: null } }));
}

function answerWhole(script: AiScript, response: ServerResponse, model: string) {
  const content = (script.chunks ?? []).filter((chunk) => typeof chunk === 'string').join('');
  response.writeHead(200, { 'content-type': 'application/json', ...script.headers });
  const message = { role: 'assistant', content };
  const choices = [{ index: 0, message, finish_reason: script.finishReason ?? 'stop' }];
  response.end(JSON.stringify({ ...envelope(model), object: 'chat.completion', choices, usage: script.usage }));
}

function envelope(model: string) {
  return { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 1_750_000_000, model };
}

async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed || response.write(text)) return;
  const over = new AbortController();
  const { signal } = over;
  const waits = [once(response, 'drain', { signal }), once(response, 'close', { signal })];
  await Promise.race(waits).finally(() => over.abort());
}
