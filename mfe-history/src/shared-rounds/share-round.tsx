import { limits } from '@polylogue/api-contract';
import { paths } from '@polylogue/web-kit';
import { Button, Field, QueryState } from '@polylogue/web-kit/antd';
import { Link } from '@polylogue/web-kit/router';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import comparison from '../comparisons/comparison-page.module.css';
import { ShareRow } from './share-row.js';
import styles from './shared-rounds.module.css';
import { useRoundShares, useShareRound } from './shared-rounds.api.js';

interface ShareRoundProps {
  broadcastId: string;
  /** The names are hidden from its owner, too. */
  isBlind: boolean;
}

/** Under a round: links by which other users read it and vote on it, in a line that unfolds. */
export default function ShareRound(props: ShareRoundProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button type="button" className={comparison.unfold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Share2 aria-hidden /> Share for votes
      </button>
      {isOpen && <Sharing {...props} />}
    </div>
  );
}

const failed = { title: 'The links could not be loaded', text: 'They still work. Try again in a moment.' };

function Sharing({ broadcastId, isBlind }: ShareRoundProps) {
  const query = useRoundShares(broadcastId);
  const { data } = query;
  if (query.error && !data) return <QueryState query={query} failed={failed} />;
  return (
    <div className={styles.sharing}>
      <p className={styles.note}>
        A link shows this round, and nothing else of the comparison, to approved users of this installation who are
        signed in, and takes their votes. They count in your leaderboard.
      </p>
      {data && data.length > 0 && (
        <ul className={styles.list} aria-label="Links to this round">
          {data.map((share) => (
            <ShareRow key={share.id} share={share} />
          ))}
        </ul>
      )}
      <NewShare broadcastId={broadcastId} isBlind={isBlind} />
      <Link to={paths.roundShares.href()}>All rounds that you share</Link>
    </div>
  );
}

const periods = [1, 7, 14, 30, limits.vote.shareDays];

function NewShare({ broadcastId, isBlind }: ShareRoundProps) {
  const [days, setDays] = useState(14);
  const [hidesNames, setHidesNames] = useState(true);
  const { mutate, isPending } = useShareRound();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ parameters: { id: broadcastId }, body: { days, hidesNames: isBlind || hidesNames } });
      }}
    >
      <Field label="Can be read for">
        {(control) => (
          <select {...control} value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {periods.map((period) => (
              <option key={period} value={period}>
                {period === 1 ? '1 day' : `${period} days`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isBlind || hidesNames}
          disabled={isBlind}
          onChange={({ target }) => setHidesNames(target.checked)}
        />
        Hide names until each has voted
      </label>
      <Button htmlType="submit" loading={isPending}>
        Make a link
      </Button>
    </form>
  );
}
