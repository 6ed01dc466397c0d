import { setTimeout as pause } from 'node:timers/promises';
import { ChatRole, type ChatMessage } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { z } from 'zod';
import type { Extractor } from './extractor.js';

/** Where a real service answers: an installation of this product, or any server that speaks chat completions. */
export interface ServiceAddress {
  url: string;
  model: string;
  apiKey: string | undefined;
}

const deadlineMs = 180_000;
const attempts = 4;
const maxPauseMs = 60_000;
const roles: Partial<Record<ChatRole, string>> = {
  [ChatRole.SYSTEM]: 'system',
  [ChatRole.USER]: 'user',
  [ChatRole.ASSISTANT]: 'assistant',
};
const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** Asks a real service. One that is busy is asked again when it says; what else goes wrong is the sentence of the round. */
export const serviceExtractor =
  (address: ServiceAddress): Extractor =>
  () =>
  async (messages, signal) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask(address, messages, signal);
      if (answer.status !== 429 || attempt === attempts) return textOf(answer);
      const seconds = Number(answer.headers.get('retry-after')) || 5;
      await answer.body?.cancel();
      await pause(Math.min(seconds * 1000, maxPauseMs), undefined, { signal });
    }
  };

async function ask({ url, model, apiKey }: ServiceAddress, messages: readonly ChatMessage[], signal: AbortSignal) {
  try {
    return await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({
        model,
        temperature: 0,
        messages: messages.map(({ role, content }) => ({ role: roles[role], content })),
      }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AppError('unavailable', 'no_answer', `${url} does not answer.`, { cause: error });
  }
}

async function textOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined);
  const read = completion.safeParse(body);
  if (answer.ok && read.success) return read.data.choices[0]!.message.content;
  const said = z.object({ error: z.object({ message: z.string() }) }).safeParse(body);
  const why = said.success ? said.data.error.message : 'what came is no chat completion.';
  throw new AppError('unavailable', 'no_answer', `The service answered ${answer.status}: ${why}`);
}
