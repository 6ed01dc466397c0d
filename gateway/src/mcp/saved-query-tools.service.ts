import { Injectable } from '@nestjs/common';
import type { Execution } from '@polylogue/api-contract';
import { SavedQueryRuns } from '../saved-queries/saved-query-runs.js';
import type { Report, ToolAnswer } from './tool-answer.js';

interface AskedRun {
  id: number;
  variables?: Readonly<Record<string, string>> | undefined;
}

/** Running saved queries, for agents. */
@Injectable()
export class SavedQueryTools {
  constructor(private readonly runs: SavedQueryRuns) {}

  async run({ id, variables }: AskedRun, signal: AbortSignal, report: Report): Promise<ToolAnswer> {
    let last: Execution | undefined;
    for await (const execution of this.runs.run(id, signal, variables)) {
      report(execution.results.length, execution.totalResponses, 'The services are replying.');
      last = execution;
    }
    if (!last) throw new Error('A run has no state.');
    return toAnswer(last);
  }
}

function toAnswer({ id, status, errorMessage, results }: Execution): ToolAnswer {
  const replies = results.map(({ aiService, response, media, error }) => ({
    service: aiService.name,
    displayName: aiService.displayName,
    text: response,
    media: media?.map(({ url, type }) => ({ url, type })),
    error,
  }));
  const parts = replies.map(({ displayName, text, media = [], error }) =>
    [`## ${displayName}`, text, ...media.map(({ url }) => url), error && `(${error})`].filter(Boolean).join('\n\n'),
  );
  const text = [errorMessage, ...parts].filter(Boolean).join('\n\n');
  return { text, data: { executionId: id, status, replies } };
}
