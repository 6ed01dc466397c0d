import { EndKind } from '@polylogue/proto';
import { createLogger, toAbortSignal, type DispatchClient, type DispatchOutcome } from '@polylogue/service-kit';
import { v5 as uuidOf, NIL } from 'uuid';
import { ExtractionService } from '../agreement/extraction.service.js';
import { ExtractorCalls } from '../agreement/extractor-calls.service.js';
import type { Extractor } from './extractor.js';
import { measured, nothingMeasured, summed, type Measures } from './measure.rules.js';
import type { LabelledRound } from './rounds.js';

/** What came of the rounds, of all and by their kinds, and the sentences of those that failed. */
export interface SetReport {
  all: Measures;
  byKind: ReadonlyMap<string, Measures>;
  failures: string[];
}

interface RunOptions {
  signal: AbortSignal;
  /** After each round. */
  onRound?: ((done: number) => void) | undefined;
}

/** Makes a map of each round, by the way every map is made, and holds it against the labels. */
export async function runSet(
  rounds: readonly LabelledRound[],
  extractor: Extractor,
  { signal, onRound }: RunOptions,
): Promise<SetReport> {
  const byKind = new Map<string, Measures>();
  const failures: string[] = [];
  for (const [at, round] of rounds.entries()) {
    const end = await mapOf(round, extractor, signal);
    signal.throwIfAborted();
    if (end?.status !== 'completed') failures.push(`${round.name}: ${end?.error ?? 'no map came.'}`);
    const measures = measured(round, end?.status === 'completed' ? (end.claims ?? []) : undefined);
    byKind.set(round.kind, summed(byKind.get(round.kind) ?? nothingMeasured, measures));
    onRound?.(at + 1);
  }
  return { all: [...byKind.values()].reduce(summed, nothingMeasured), byKind, failures };
}

const logger = createLogger('agreement-set', 'silent');

function mapOf(round: LabelledRound, extractor: Extractor, signal: AbortSignal) {
  const service = new ExtractionService(new ExtractorCalls(clientOf(round, extractor) as DispatchClient, logger));
  const replies = Object.entries(round.replies).map(([name, content]) => ({
    messageId: uuidOf(`${round.name}/${name}`, NIL),
    question: round.question,
    content,
  }));
  const id = uuidOf(round.name, NIL);
  return service.extract({ id, userId: NIL, extractor: 'extractor', replies, signal });
}

/** ai-dispatch, as far as an extraction sees it. */
function clientOf(round: LabelledRound, extractor: Extractor): Pick<DispatchClient, 'dispatch'> {
  const answer = extractor(round);
  return {
    async dispatch({ request, signal, onText }): Promise<DispatchOutcome> {
      try {
        onText(await answer(request.messages, toAbortSignal(signal)));
        return { kind: 'ended', end: { kind: EndKind.COMPLETED, totalMs: 0 }, media: [] };
      } catch (error) {
        return { kind: 'refused', error };
      }
    },
  };
}
