import type { CalibratedJudge, Calibration } from '@polylogue/api-contract';
import { Badge, EmptyState } from '@polylogue/web-kit';
import { ComparisonsTable } from './comparisons-table.js';
import { HeadCells, MeasuredCell } from './figure-cells.js';
import { FiguresCard } from './figures-card.js';
import { agreementWord, rubricTitle, signed } from './leaderboard.rules.js';
import styles from './leaderboard.module.css';
import { ServiceCell, ServiceRow } from './service-cell.js';

const names = {
  overall: 'Overall',
  bias: 'Bias',
  safety: 'Safety',
  accuracy: 'Accuracy',
  adherence: 'Adherence',
  own: 'Own criterion',
};
const keyOf = ({ criterion, name }: CalibratedJudge['agreements'][number]) => `${criterion} ${name ?? ''}`;

/** How far each AI judge can be believed. */
export function JudgesTable({ calibration }: { calibration: Calibration }) {
  const { judges, comparisons } = calibration;
  if (judges.length + comparisons.length === 0) return <NoJudges />;
  return (
    <>
      {judges.length > 0 && <ScoringJudges calibration={calibration} />}
      {comparisons.length > 0 && <ComparisonsTable rows={comparisons} />}
    </>
  );
}

function ScoringJudges({ calibration: { judges, votes, hasLengths, rubric } }: { calibration: Calibration }) {
  return (
    <>
      <FiguresCard
        id="judges-title"
        title="Agreement with people"
        beside={[`${votes} ${votes === 1 ? 'vote' : 'votes'} on judged rounds`, rubricTitle(rubric)]
          .filter(Boolean)
          .join(' · ')}
        note="Cohen’s κ: 1 is always the same, 0 as chance would have it, below 0 less than that; the range holds it with 95 %. A judge whose range lies below 0 counts nothing in the calibrated scores. Ten votes are needed."
      >
        <AgreementTable judges={judges} />
      </FiguresCard>
      <FiguresCard
        id="effects-title"
        title="Effects"
        beside="points of score"
        note={
          <>
            Leniency: above or below the other judges of the same replies. Position: for each place later in a judge’s
            order; judges of backtests, who read two replies, stand in a table of their own. Length: for each 1,000
            characters more than the other replies of a round
            {hasLengths ? '' : ', measured over one’s own replies only'}; longer replies can also be better ones.
            Self-preference cannot be measured: no service judges its own replies, nor those of its variants.
          </>
        }
      >
        <EffectsTable judges={judges} />
      </FiguresCard>
    </>
  );
}

const AgreementTable = ({ judges }: { judges: readonly CalibratedJudge[] }) => (
  <table>
    <thead>
      <tr>
        <HeadCells names={['Judge']} />
        <HeadCells names={['Votes', 'Pairs']} ofFigures />
        {judges[0]?.agreements.map((agreement) => (
          <HeadCells key={keyOf(agreement)} names={[agreement.name ?? names[agreement.criterion]]} ofFigures />
        ))}
      </tr>
    </thead>
    <tbody>
      {judges.map((row) => (
        <ServiceRow key={row.judge.name} service={row.judge}>
          <ServiceCell service={row.judge} />
          <td className={styles.figure}>{row.votes}</td>
          <td className={styles.figure}>{row.pairs}</td>
          {row.agreements.map((agreement) => (
            <MeasuredCell
              key={keyOf(agreement)}
              figure={agreement.kappa}
              interval={agreement.interval}
              without={agreementWord(agreement)}
            >
              {agreement.criterion === 'overall' && row.worseThanChance && (
                <Badge tone="error">Worse than chance</Badge>
              )}
            </MeasuredCell>
          ))}
        </ServiceRow>
      ))}
    </tbody>
  </table>
);

const EffectsTable = ({ judges }: { judges: readonly CalibratedJudge[] }) => (
  <table>
    <thead>
      <tr>
        <HeadCells names={['Judge']} />
        <HeadCells names={['Verdicts', 'Leniency', 'Position', 'Length']} ofFigures />
      </tr>
    </thead>
    <tbody>
      {judges.map((row) => (
        <ServiceRow key={row.judge.name} service={row.judge}>
          <ServiceCell service={row.judge} />
          <td className={styles.figure}>{row.verdicts}</td>
          <td className={styles.figure}>{row.leniency === null ? '—' : signed(row.leniency)}</td>
          <Effect effect={row.position} />
          <Effect effect={row.length} />
        </ServiceRow>
      ))}
    </tbody>
  </table>
);

const Effect = ({ effect }: { effect: CalibratedJudge['position'] }) => (
  <MeasuredCell figure={effect?.slope ?? null} interval={effect} without="not enough verdicts yet" />
);

const NoJudges = () => (
  <section className="pl-card">
    <EmptyState
      title="No verdicts yet"
      help="Services judge each other’s replies on the Quality Assessment page. With votes on the same rounds, their agreement with people is measured here."
    />
  </section>
);
