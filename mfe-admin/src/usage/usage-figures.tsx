import type { UsageSums } from '@polylogue/api-contract';
import { costWords, countWords, moneyWords } from './usage.rules.js';
import styles from './usage.module.css';

/** The sums of all that is shown. */
export function UsageFigures({ total }: { total: UsageSums }) {
  const { calls, failures, inputTokens, outputTokens, uncountedCalls, unpricedCalls, cost } = total;
  return (
    <dl className={styles.figures}>
      <Figure word="Cost" value={costWords(total)} note={sourceWords(cost)} />
      <Figure word="Calls" value={countWords(calls)} note={`${countWords(failures)} failed`} />
      <Figure
        word="Tokens"
        value={countWords(inputTokens + outputTokens)}
        note={`${countWords(inputTokens)} in, ${countWords(outputTokens)} out`}
      />
      <Figure
        word="Cost unknown"
        value={countWords(unpricedCalls)}
        note={`calls, in no sum${uncountedCalls > 0 ? `; ${countWords(uncountedCalls)} without tokens` : ''}`}
      />
    </dl>
  );
}

function sourceWords({ reported, estimated, currency }: UsageSums['cost']): string {
  if (reported > 0 && estimated > 0) {
    return `${moneyWords(reported, currency)} by providers, ${moneyWords(estimated, currency)} estimated`;
  }
  if (estimated > 0) return 'estimated by the price list';
  return reported > 0 ? 'as providers said' : '';
}

const Figure = ({ word, value, note }: { word: string; value: string; note: string }) => (
  <div className="pl-card">
    <dt>{word}</dt>
    <dd>
      {value}
      {note && <small>{note}</small>}
    </dd>
  </div>
);
