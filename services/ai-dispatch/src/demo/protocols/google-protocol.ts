import { z } from 'zod';
import { pictureLine } from '../replies/pictures.rules.js';
import { event, type AskedReply, type Counts, type Protocol } from './protocol.js';

const part = z.union([
  z
    .object({ inlineData: z.object({ mimeType: z.string(), data: z.string() }) })
    .transform(({ inlineData }) => pictureLine(inlineData.mimeType, inlineData.data)),
  z.object({ text: z.string().default('') }).transform(({ text }) => text),
]);
const parts = z.array(part).transform((list) => list.join(''));
const request = z.object({
  contents: z.array(z.object({ role: z.enum(['user', 'model']).default('user'), parts })).min(1),
  systemInstruction: z.object({ parts }).optional(),
  generationConfig: z.object({ maxOutputTokens: z.number().int().positive().optional() }).optional(),
});

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
};

function answer({ model }: AskedReply, text: string, counts?: Counts, finishReason?: string): string {
  const usage = counts && {
    promptTokenCount: counts.input,
    candidatesTokenCount: counts.output,
    totalTokenCount: counts.input + counts.output,
  };
  const candidate = { content: { role: 'model', parts: [{ text }] }, finishReason, index: 0 };
  return event({ candidates: [candidate], usageMetadata: usage, modelVersion: model, responseId: 'demo' });
}

export const googleProtocol: Protocol = {
  readRequest(path, body) {
    const model = /\/models\/([^/:]+):streamGenerateContent$/.exec(path)?.[1];
    const { data: parsed } = request.safeParse(body);
    if (model === undefined || parsed === undefined) return undefined;
    const system = parsed.systemInstruction
      ? [{ role: 'system' as const, content: parsed.systemInstruction.parts }]
      : [];
    const turns = parsed.contents.map(({ role, parts: content }) => ({
      role: role === 'model' ? ('assistant' as const) : role,
      content,
    }));
    return {
      model: decodeURIComponent(model),
      thread: [...system, ...turns],
      maxTokens: parsed.generationConfig?.maxOutputTokens,
    };
  },
  begin: () => '',
  token: (reply, text) => answer(reply, text),
  end: (reply, counts, isCutOff) => answer(reply, '', counts, isCutOff ? 'MAX_TOKENS' : 'STOP'),
  fault: (status, message) => ({ error: { code: status, message, status: statusNames[status] ?? 'UNKNOWN' } }),
  models: (names) => ({ models: names.map((name) => ({ name: `models/${name}`, displayName: name })) }),
};
