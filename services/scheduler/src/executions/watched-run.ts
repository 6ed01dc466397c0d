import { hostsOf } from '../watch/sources.rules.js';
import type { WatchAnswer } from '../watch/watch.entity.js';
import type { WatchedRun } from '../watch/watch.service.js';
import type { DispatchRunner } from './dispatch-runner.service.js';
import type { NewResult } from './execution.entity.js';
import type { QueryRun } from './query-run.js';
import type { RunWriter } from './run-writer.service.js';

/** What comparing a run, which sent this text, needs of it; undefined when it is not watched. */
export function watchedRun(
  run: QueryRun,
  content: string,
  dispatches: DispatchRunner,
  writer: RunWriter,
): WatchedRun | undefined {
  const { watch, ...execution } = run.execution;
  if (!watch) return undefined;
  return {
    ...execution,
    content,
    watch,
    signal: run.signal,
    ask: async (aiService) => {
      const result = await dispatches.run(run, aiService, content);
      return result && answerOf(result);
    },
    inDatabase: (work) => writer.write(run, work),
    onLost: () => run.cancel('lost'),
  };
}

const answerOf = (result: NewResult): Omit<WatchAnswer, 'number'> => ({
  aiService: result.aiService,
  isSuccess: result.isSuccess,
  text: result.response,
  error: result.error,
  responseTimeMs: result.responseTimeMs,
  costMicros: result.costMicros,
  costSource: result.costSource,
  sources: hostsOf((result.generation?.sources ?? []).map(({ url }) => url)),
});
