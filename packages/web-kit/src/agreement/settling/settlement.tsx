import type { AgreementMap, SettleRound, Settling } from '@polylogue/api-contract';
import { Button } from 'antd';
import { Badge } from '../../components/badge.js';
import { Elapsed } from '../../components/elapsed.js';
import { money } from '../../formatting/money.js';
import { seconds, when } from '../../formatting/when.js';
import type { Accent } from '../../theme/accent.rules.js';
import { endingOf } from '../agreement.rules.js';
import { ServiceName } from '../service-name.js';
import { SettleForm } from './settle-form.js';
import { SettledClaims } from './settled-claims.js';
import { useCancelSettling } from './settling.api.js';
import { failuresIn, progressOf, settledClaims } from './settling.rules.js';
import styles from './settling.module.css';

interface SettlementProps {
  map: AgreementMap;
  settling: Settling;
  accents: ReadonlyMap<string, Accent>;
  /** Disputes of earlier maps cannot be put back any more. */
  isNewest: boolean;
}

/** The disputes of a map: what came of those that went back, and what can still go back, with its price. */
export function Settlement({ map, settling, accents, isNewest }: SettlementProps) {
  const { rounds, roundsLeft, open } = settling;
  const pending = rounds.find(({ status }) => status === 'pending');
  const settled = settledClaims(map, settling);
  const isOffered = isNewest && !pending && roundsLeft > 0 && open.length > 0;
  if (rounds.length === 0 && !isOffered) return null;
  return (
    <section className={styles.settlement} aria-label="Disputes">
      <p role="status" className="pl-only-read">
        {pending ? `Asking again: ${progressOf(pending)}` : settled.length > 0 && 'The services have answered'}
      </p>
      {settled.length > 0 && <SettledClaims claims={settled} accents={accents} />}
      {rounds.map((round) => (
        <Round key={round.id} mapId={map.id} round={round} accents={accents} />
      ))}
      {isOffered && <SettleForm key={rounds.length} map={map} settling={settling} />}
    </section>
  );
}

interface RoundProps {
  mapId: string;
  round: SettleRound;
  accents: ReadonlyMap<string, Accent>;
}

/** A round: how far it is, or how it ended, who gave no view and why, and what it cost. */
function Round({ mapId, round, accents }: RoundProps) {
  const { status, number, responseTime, cost, timestamp } = round;
  const record = [
    `Round ${number}`,
    when(timestamp),
    responseTime === undefined ? undefined : seconds(responseTime),
    cost && money(cost.amount, cost.currency),
  ];
  return (
    <div className={styles.round}>
      {status === 'pending' && <UnderWay mapId={mapId} round={round} accents={accents} />}
      {endingOf(round) && (
        <p>
          <Badge tone={status === 'failed' ? 'error' : 'warn'}>{endingOf(round)}</Badge> {round.error}
        </p>
      )}
      {failuresIn(round).map(({ messageId, aiService, error }) => (
        <p key={messageId}>
          <ServiceName service={aiService} accents={accents} /> gave no view. {error}
        </p>
      ))}
      {status !== 'pending' && <footer>{record.filter(Boolean).join(' · ')}</footer>}
    </div>
  );
}

function UnderWay({ mapId, round, accents }: RoundProps) {
  const cancel = useCancelSettling();
  return (
    <>
      <p className={styles.underWay}>
        <span>
          {progressOf(round)}… <Elapsed startedAt={new Date(round.timestamp).getTime()} />
        </span>
        <Button size="small" disabled={cancel.isPending} onClick={() => cancel.mutate({ parameters: { id: mapId } })}>
          Cancel
        </Button>
      </p>
      <ul className={styles.asked}>
        {round.answers.map(({ messageId, aiService, status }) => (
          <li key={messageId} data-status={status}>
            <ServiceName service={aiService} accents={accents} /> {status === 'pending' ? 'is asked…' : 'has answered'}
          </li>
        ))}
      </ul>
    </>
  );
}
