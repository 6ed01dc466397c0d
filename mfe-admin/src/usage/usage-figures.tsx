import type { UsageSums } from '@polylogue/api-contract';
import { Figure, Figures } from '../panel/figure.js';
import { costWords, countWords, moneyWords } from './usage.rules.js';

/** The sums of all that is shown. */
export function UsageFigures({ total }: { total: UsageSums }) {
  const { calls, failures, inputTokens, outputTokens, uncountedCalls, unpricedCalls, cost } = total;
  return (
    <Figures>
      <Figure word="Cost" value={costWords(total)} below={sourceWords(cost)} />
      <Figure word="Calls" value={countWords(calls)} below={`${countWords(failures)} failed`} />
      <Figure
        word="Tokens"
        value={countWords(inputTokens + outputTokens)}
        below={`${countWords(inputTokens)} in, ${countWords(outputTokens)} out`}
      />
      <Figure
        word="Cost unknown"
        value={countWords(unpricedCalls)}
        below={`calls, in no sum${uncountedCalls > 0 ? `; ${countWords(uncountedCalls)} without tokens` : ''}`}
      />
    </Figures>
  );
}

function sourceWords({ reported, estimated, currency }: UsageSums['cost']): string {
  if (reported > 0 && estimated > 0) {
    return `${moneyWords(reported, currency)} by providers, ${moneyWords(estimated, currency)} estimated`;
  }
  if (estimated > 0) return 'estimated by the price list';
  return reported > 0 ? 'as providers said' : '';
}
