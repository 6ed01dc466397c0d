import type { Backtest } from '@polylogue/api-contract';
import { Badge } from '@polylogue/web-kit';
import { counted } from '@polylogue/web-kit/estimate';
import { isOpen, percent, rangeText, verdictOf, verdictSentence, type Share } from './backtests.rules.js';
import styles from './backtests.module.css';
import { OutcomeBar } from './outcome-bar.js';
import { ShareScale } from './share-scale.js';

/** Whether the candidate would have answered better, in a word, in figures and as a bar. */
export function ResultCard({ backtest }: { backtest: Backtest }) {
  const { result, candidate } = backtest;
  const { score, verdicts } = result;
  const { label, tone } = verdictOf(score);
  return (
    <section className={`pl-card ${styles.result}`} aria-labelledby="result-title">
      <header>
        <h2 id="result-title">{isOpen(backtest) ? 'Result so far' : 'Result'}</h2>
        <Badge tone={tone}>{label}</Badge>
      </header>
      <p className={styles.sentence}>{verdictSentence(result, candidate.aiService.displayName)}</p>
      {score && (
        <>
          <div className={styles.score}>
            <p>
              <strong>{percent(score.share)}</strong>
              <small>{rangeText(score)}, with 95 %</small>
            </p>
            <ShareScale share={score} />
          </div>
          <OutcomeBar {...result} />
          <dl className={styles.parts}>
            <Part name="won" title="Won" count={result.wins} share={result.win} />
            <Part name="tied" title="Tied" count={result.ties} share={result.tie} />
            <Part name="lost" title="Lost" count={result.losses} share={result.loss} />
          </dl>
        </>
      )}
      {verdicts + result.failed > 0 && <p className={styles.help}>{notes(result)}</p>}
    </section>
  );
}

const Part = ({ name, title, count, share }: { name: string; title: string; count: number; share: Share }) => (
  <div>
    <dt>
      <i data-part={name} aria-hidden /> {title}
    </dt>
    <dd>
      <strong>{count}</strong>
      {share && (
        <small>
          {percent(share.share)} <span>({rangeText(share)})</span>
        </small>
      )}
    </dd>
  </div>
);

/** How the figures are to be read, and what is not in them. */
const notes = ({ verdicts, inconsistent, failed }: Backtest['result']): string =>
  [
    verdicts > 0 && `Of ${counted(verdicts, 'verdict')}; a tie counts half, and at 50 % both are equally good.`,
    'A round is won or lost only if the judge says so in both orders.',
    inconsistent > 0 &&
      `In ${counted(inconsistent, 'round')} the judge contradicted itself in the other order; that is a tie.`,
    failed > 0 &&
      `${counted(failed, 'round')} ended without a verdict, and ${failed === 1 ? 'is' : 'are'} not counted.`,
  ]
    .filter(Boolean)
    .join(' ');
