import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Execution } from '@polylogue/api-contract';
import { SavedQueriesService } from '../saved-queries/saved-queries.service.js';
import type { Report, ToolAnswer } from './tool-answer.js';

const lookEveryMs = 1_000;

/** Running saved queries, for agents. A run goes on when its reader goes: it is kept with the query. */
@Injectable()
export class SavedQueryTools {
  constructor(private readonly queries: SavedQueriesService) {}

  async run(id: number, signal: AbortSignal, report: Report): Promise<ToolAnswer> {
    const { executionId } = await this.queries.execute(id, undefined);
    for (;;) {
      const { executions } = await this.queries.details(id);
      const execution = executions.find((each) => each.id === executionId);
      if (execution && isOver(execution)) return toAnswer(execution);
      if (execution) report(execution.results.length, execution.totalResponses, 'The services are replying.');
      await pause(lookEveryMs, undefined, { signal });
    }
  }
}

const isOver = ({ status }: Execution) => status === 'completed' || status === 'failed';

function toAnswer({ id, status, errorMessage, results }: Execution): ToolAnswer {
  const replies = results.map(({ aiService, response, error }) => ({
    service: aiService.name,
    displayName: aiService.displayName,
    text: response,
    error,
  }));
  const parts = replies.map(({ displayName, text, error }) =>
    [`## ${displayName}`, text, error && `(${error})`].filter(Boolean).join('\n\n'),
  );
  const text = [errorMessage, ...parts].filter(Boolean).join('\n\n');
  return { text, data: { executionId: id, status, replies } };
}
