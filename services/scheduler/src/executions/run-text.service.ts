import { Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import {
  builtInValues,
  defaultsOf,
  filled,
  missingNames,
  missingSentence,
  namesIn,
  type QueryVariable,
  type RunBefore,
  type VariableValues,
} from '@polylogue/api-contract/query-variables';
import { Database, type Transaction } from '@polylogue/service-kit';
import type { QueryRun } from './query-run.js';
import { RunTextsRepository } from './run-texts.repository.js';
import { RunWriter } from './run-writer.service.js';

/** A text with variables, and where and when it is sent. */
export interface TextToFill {
  content: string;
  variables: readonly QueryVariable[];
  moment: Date;
  timeZone: string;
}

/** What is sent, or why nothing is. */
export type FilledText = { text: string } | { fault: string };

const noneBefore: RunBefore = { answers: [] };

/** Puts the variables of saved queries into their texts. */
@Injectable()
export class RunTexts {
  constructor(
    private readonly database: Database,
    private readonly repository: RunTextsRepository,
    private readonly writer: RunWriter,
  ) {}

  /** The text of a run: made once, so that a process that takes the run over sends the same. Undefined: it was taken away. */
  async textOf(run: QueryRun): Promise<FilledText | undefined> {
    const { execution } = run;
    const { id, savedQueryId, userId, content, variables, timeZone, dueAt, sentText } = execution;
    if (sentText !== null) return { text: sentText };
    // The version before had filled it already.
    if (variables === null) return { text: content };
    const before = needsRunBefore(content)
      ? await this.database.asWorker((tx) => this.repository.runBefore(tx, userId, savedQueryId, id))
      : noneBefore;
    const made = fill({ content, variables, moment: dueAt, timeZone }, before);
    if ('fault' in made || made.text === content) return made;
    return (await this.writer.keepText(run, made.text)) ? made : undefined;
  }

  /** As a run would send it that began now; of no query: as its first run. */
  async preview(tx: Transaction, userId: string, savedQueryId: number | undefined, text: TextToFill) {
    const isOfRun = savedQueryId !== undefined && needsRunBefore(text.content);
    return fill(text, isOfRun ? await this.repository.runBefore(tx, userId, savedQueryId) : noneBefore);
  }
}

const needsRunBefore = (content: string) => namesIn(content).some((name) => name.startsWith('last_'));

function fill({ content, variables, moment, timeZone }: TextToFill, before: RunBefore): FilledText {
  const values: VariableValues = { ...builtInValues(moment, timeZone, before), ...defaultsOf(variables) };
  const missing = missingNames(content, values);
  if (missing.length > 0) return { fault: missingSentence(missing) };
  const text = filled(content, values);
  if (text.length <= contractLimits.messageLength) return { text };
  return {
    fault: `With its variables the query has more than ${contractLimits.messageLength} characters. Shorten it.`,
  };
}
