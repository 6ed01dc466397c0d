import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export interface LiveSet {
  url: string;
  apiKey: string;
  aiServices: readonly string[];
  question: string;
  runs: number;
}

const deadlineMs = 30_000;
const lookEveryMs = 3_000;
const runMinutes = 20;

const made = z.object({ id: z.number() });
const details = z.object({
  executions: z.array(
    z.object({
      id: z.number(),
      status: z.string(),
      report: z
        .object({
          changedServices: z.number(),
          totalServices: z.number(),
          error: z.string().optional(),
          changes: z.array(z.object({ aiService: z.object({ name: z.string() }), sentence: z.string() })),
        })
        .optional(),
    }),
  ),
});
const started = z.object({ executionId: z.number() });

/** Watches a question through `/api`, with real services. It asks the same again and again, so each report is a false alarm. */
export async function runLive({ url, apiKey, aiServices, question, runs }: LiveSet) {
  const call = async <T>(method: string, path: string, answer: z.ZodType<T>, body?: object): Promise<T> => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(deadlineMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return answer.parse(text === '' ? undefined : JSON.parse(text));
  };
  const query = { title: 'Watch set', content: question, selectedAiServices: aiServices, report: 'changes' };
  const { id } = await call('POST', '/api/saved-queries', made, query);
  const result = { answers: 0, alarms: 0, lines: [] as string[] };
  try {
    for (let run = 0; run <= runs; run += 1) {
      const { executionId } = await call('POST', `/api/saved-queries/${id}/execute`, started);
      const until = Date.now() + runMinutes * 60_000;
      for (;;) {
        const { executions } = await call('GET', `/api/saved-queries/${id}`, details);
        const execution = executions.find((each) => each.id === executionId);
        const isOver = execution?.status === 'completed' || execution?.status === 'failed';
        if (!isOver && Date.now() > until)
          throw new Error(`Run ${executionId} did not end within ${runMinutes} minutes.`);
        if (!isOver) {
          await sleep(lookEveryMs);
          continue;
        }
        const report = execution.report;
        if (report?.error) result.lines.push(`Run ${run}: ${report.error}`);
        if (run > 0 && report) {
          result.answers += report.totalServices;
          result.alarms += report.changedServices;
          result.lines.push(...report.changes.map((each) => `Run ${run}, ${each.aiService.name}: ${each.sentence}`));
        }
        break;
      }
    }
  } finally {
    await call('DELETE', `/api/saved-queries/${id}`, z.unknown());
  }
  return result;
}
