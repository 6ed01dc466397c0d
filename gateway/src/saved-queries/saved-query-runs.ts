import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Execution } from '@polylogue/api-contract';
import { SavedQueriesService } from './saved-queries.service.js';

const lookEveryMs = 1_000;

/** Runs saved queries for programs, and watches. A run goes on when its reader goes: it is kept with the query. */
@Injectable()
export class SavedQueryRuns {
  constructor(private readonly queries: SavedQueriesService) {}

  /** The run as it is from time to time; the last one is over. While one is open already, it is that one. */
  async *run(id: number, signal: AbortSignal, variables?: Readonly<Record<string, string>>): AsyncGenerator<Execution> {
    const { executionId } = await this.queries.execute(id, undefined, variables);
    for (;;) {
      const { executions } = await this.queries.details(id);
      const execution = executions.find((each) => each.id === executionId);
      if (execution) yield execution;
      if (execution && isOver(execution)) return;
      await pause(lookEveryMs, undefined, { signal });
    }
  }
}

const isOver = ({ status }: Execution) => status === 'completed' || status === 'failed';
