import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AiScript } from './ai-script.js';
import { chatEnvelope, chatWire, type ReplyWire } from './chat-wire.js';
import { responsesWire } from './responses-wire.js';

interface Wish {
  path: string;
  model: string;
  stream: boolean;
}

/** Answers as scripted: a chat completion, streaming or whole, or a Response, streaming. */
export async function playScript(script: AiScript, response: ServerResponse, wish: Wish) {
  if (script.fault === 'hang') return;
  if (script.status !== undefined && script.status >= 400) return refuse(script, response);
  if (!wish.stream) return answerWhole(script, response, wish.model);
  response.writeHead(200, { 'content-type': 'text/event-stream', ...script.headers });
  response.flushHeaders();
  const wire = wish.path.endsWith('/responses') ? responsesWire(wish.model) : chatWire(wish.model);
  for (const event of wire.begin(script)) await write(response, event);
  for (const chunk of script.chunks ?? []) {
    if (typeof chunk !== 'string') {
      await (typeof chunk === 'function' ? chunk() : chunk);
      continue;
    }
    if (script.delayMs) await sleep(script.delayMs);
    if (response.destroyed) return;
    await write(response, wire.piece(chunk));
  }
  const filler = 'x'.repeat(16_384);
  for (let sent = 0; sent < (script.endlessBytes ?? 0) && !response.destroyed; sent += filler.length) {
    await write(response, wire.piece(filler));
  }
  await end(script, response, wire);
}

async function end(script: AiScript, response: ServerResponse, wire: ReplyWire) {
  if (script.fault === 'silent') return;
  if (script.fault === 'cut') return void response.destroy();
  if (script.fault === 'malformed') await write(response, wire.broken);
  if (script.fault === 'malformed' || script.fault === 'unfinished') return void response.end();
  for (const event of wire.finish(script)) await write(response, event);
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
  response.end(JSON.stringify({ ...chatEnvelope(model), object: 'chat.completion', choices, usage: script.usage }));
}

async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed || response.write(text)) return;
  const over = new AbortController();
  const { signal } = over;
  const waits = [once(response, 'drain', { signal }), once(response, 'close', { signal })];
  await Promise.race(waits).finally(() => over.abort());
}
