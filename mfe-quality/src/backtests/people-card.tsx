import type { Backtest } from '@polylogue/api-contract';
import { Badge } from '@polylogue/web-kit';
import { Button, ButtonLink } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { HeadCells, MeasuredCell } from '../leaderboard/figure-cells.js';
import { FiguresCard } from '../leaderboard/figures-card.js';
import table from '../leaderboard/leaderboard.module.css';
import { ServiceCell, ServiceRow } from '../leaderboard/service-cell.js';
import { backtestPaths, percent, rangeText, verdictOf, type Share } from './backtests.rules.js';
import { useEndPairs } from './pairs.api.js';
import { comparedText, sameText, type People } from './pairs.rules.js';
import styles from './pairs.module.css';

/** What people say of the same pairs: a table of its own, never one number with the judges'. */
export const PeopleCard = ({ backtest: { id, people } }: { backtest: Backtest }) => {
  if (!people) return null;
  return people.open ? <OpenCard id={id} people={people} /> : <EndedCards people={people} />;
};

function OpenCard({ id, people }: { id: string; people: People }) {
  return (
    <section className="pl-card" aria-labelledby="people-title">
      <div className={styles.open}>
        <h2 id="people-title">Compared by you</h2>
        <p>
          {comparedText(people)}. Rounds and worst losses are shown when you have compared them all, or end it: they say
          who wrote what.
        </p>
        <p className={styles.actions}>
          {people.compared < people.pairs && (
            <ButtonLink type="primary" to={backtestPaths.compare(id)}>
              {people.compared === 0 ? 'Compare replies' : 'Go on comparing'}
            </ButtonLink>
          )}
          <EndButton id={id} isDone={people.compared >= people.pairs} />
        </p>
      </div>
    </section>
  );
}

/** Asks once more where something is left to compare: it cannot be taken back. */
export function EndButton({ id, isDone }: { id: string; isDone: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const end = useEndPairs(() => setAsking(false));
  const confirm = () => end.mutate({ parameters: { id } });
  if (!isAsking) {
    return (
      <Button disabled={end.isPending} onClick={isDone ? confirm : () => setAsking(true)}>
        Show who wrote what
      </Button>
    );
  }
  return (
    <span className={styles.asking} role="group" aria-label="Show who wrote what?">
      <span>The rest cannot be compared blind then.</span>
      <Button danger disabled={end.isPending} onClick={confirm}>
        Show names
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that was pressed */}
      <Button autoFocus onClick={() => setAsking(false)}>
        Go on blind
      </Button>
    </span>
  );
}

function EndedCards({ people }: { people: People }) {
  const { label, tone } = verdictOf(people.score);
  return (
    <>
      <FiguresCard
        id="people-title"
        title="Compared by you"
        beside={comparedText(people)}
        note="Without names, in an order drawn for each pair. A tie counts half; where both are bad the pair is only counted. Judges stand in the table above: the two are never put together."
      >
        <table>
          <thead>
            <tr>
              <HeadCells names={['Result']} />
              <HeadCells names={['Won', 'Tied', 'Lost', 'Score', 'Both bad']} ofFigures />
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">
                <Badge tone={tone}>{people.score ? label : 'Nothing compared'}</Badge>
              </th>
              <Figure count={people.wins} share={people.win} />
              <Figure count={people.ties} share={people.tie} />
              <Figure count={people.losses} share={people.loss} />
              <td className={table.figure}>
                <strong>{people.score ? percent(people.score.share) : '—'}</strong>
                {people.score && <small>{rangeText(people.score)}</small>}
              </td>
              <td className={table.figure}>{people.bothBad}</td>
            </tr>
          </tbody>
        </table>
      </FiguresCard>
      {people.agreements.length > 0 && <AgreementCard people={people} />}
    </>
  );
}

const Figure = ({ count, share }: { count: number; share: Share }) => (
  <td className={table.figure}>
    <strong>{count}</strong>
    {share && (
      <small>
        {percent(share.share)} ({rangeText(share)})
      </small>
    )}
  </td>
);

const AgreementCard = ({ people: { agreements } }: { people: People }) => (
  <FiguresCard
    id="people-agreement-title"
    title="Judges and you"
    beside="on the same pairs"
    note="Cohen’s κ: 1 is always the same, 0 as chance would have it; the range holds it with 95 %. Ten pairs are needed."
  >
    <table>
      <thead>
        <tr>
          <HeadCells names={['Judge']} />
          <HeadCells names={['The same', 'κ']} ofFigures />
        </tr>
      </thead>
      <tbody>
        {agreements.map((row) => (
          <ServiceRow key={row.judge.name} service={row.judge}>
            <ServiceCell service={row.judge} />
            <td className={table.figure}>{sameText(row)}</td>
            <MeasuredCell
              figure={row.kappa}
              interval={row.interval}
              without={row.kappa === null ? 'not enough pairs yet' : undefined}
            />
          </ServiceRow>
        ))}
      </tbody>
    </table>
  </FiguresCard>
);
