import type { AgreementMap, AiService } from '@polylogue/api-contract';
import { Button } from 'antd';
import { RotateCw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useId } from 'react';
import { Badge } from '../components/badge.js';
import { Elapsed } from '../components/elapsed.js';
import { money } from '../formatting/money.js';
import { seconds, when } from '../formatting/when.js';
import { modelFigure } from '../generation/generation.rules.js';
import styles from './agreement.module.css';
import { PriceBefore, usePriceBefore } from '../estimate/price-before.js';
import { priceOfMap, useCancelMap, useDeleteMap, useMarkClaim, useStartMap } from './agreement.api.js';
import { endingOf, mapFigures, mapTitle } from './agreement.rules.js';
import { Settlement } from './settling/settlement.js';
import { useSettling } from './settling/settling.api.js';
import { figuresAfter } from './settling/settling.rules.js';
import { ClaimCards } from './claim-cards.js';
import { ClaimMatrix } from './claim-matrix.js';
import type { ClaimsProps } from './claims.js';
import { useIsNarrow } from './use-is-narrow.js';

const MergedAnswers = lazy(() => import('./merged-answers.js'));

interface KeptMapProps extends Omit<ClaimsProps, 'onMark' | 'after'> {
  services: readonly AiService[];
  /** Earlier ones are kept to be read. */
  isNewest: boolean;
}

/** One map of the round: while it is made, as it ended, and what it found. */
export function KeptMap(props: KeptMapProps) {
  const { map, isNewest } = props;
  const remove = useDeleteMap();
  const { responseTime, generation, timestamp, status, cost } = map;
  const record = [
    when(timestamp),
    modelFigure(generation),
    responseTime === undefined ? undefined : seconds(responseTime),
    cost && money(cost.amount, cost.currency),
  ];
  return (
    <section className={styles.map} aria-label={mapTitle(map)} aria-busy={status === 'pending'}>
      <header>
        <strong>{mapTitle(map)}</strong>
        {status !== 'pending' && (
          <Button
            size="small"
            aria-label="Delete this agreement map"
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => remove(map)}
          />
        )}
      </header>
      {status === 'pending' && <UnderWay map={map} />}
      {status === 'completed' && <Found {...props} />}
      {endingOf(map) && <EndedEarly map={map} isNewest={isNewest} />}
      {status !== 'pending' && <footer>{record.filter(Boolean).join(' · ')}</footer>}
    </section>
  );
}

function UnderWay({ map }: { map: AgreementMap }) {
  const cancel = useCancelMap();
  return (
    <p className={styles.underWay}>
      <span>
        Finding claims in {map.replies.length} replies… <Elapsed startedAt={new Date(map.timestamp).getTime()} />
      </span>
      <Button size="small" disabled={cancel.isPending} onClick={() => cancel.mutate({ parameters: { id: map.id } })}>
        Cancel
      </Button>
    </p>
  );
}

/** Failed, interrupted or cancelled: why, and the same once more. */
function EndedEarly({ map, isNewest }: Pick<KeptMapProps, 'map' | 'isNewest'>) {
  const { start, isStarting } = useStartMap();
  const wish = { messageIds: map.replies.map(({ messageId }) => messageId), extractorAI: map.extractor.name };
  const price = usePriceBefore({ ...priceOfMap(wish), isWanted: true, isShown: isNewest });
  const endingId = useId();
  return (
    <div className={styles.underWay}>
      <span id={endingId}>
        <Badge tone={map.status === 'failed' ? 'error' : 'warn'}>{endingOf(map)}</Badge> {map.error}
      </span>
      <Button
        size="small"
        disabled={isStarting}
        aria-describedby={endingId}
        icon={<RotateCw size={14} aria-hidden />}
        onClick={() => price.confirm(() => start(wish))}
      >
        Retry
      </Button>
      <PriceBefore price={price} />
    </div>
  );
}

function Found({ services, ...props }: KeptMapProps) {
  const { map } = props;
  const mark = useMarkClaim();
  const settling = useSettling(map);
  const Claims = useIsNarrow() ? ClaimCards : ClaimMatrix;
  if (map.claims.length === 0) return <p className={styles.none}>No claims were found that could be compared.</p>;
  return (
    <>
      <p className={styles.figures}>{mapFigures(map)}</p>
      <Claims
        {...props}
        after={figuresAfter(settling)}
        onMark={(claim, given) => mark({ map, claim: claim.id, mark: given })}
      />
      {settling && <Settlement {...props} settling={settling} />}
      <Suspense>
        <MergedAnswers
          map={map}
          isNewest={props.isNewest}
          services={services}
          accents={props.accents}
          onShow={props.onShow}
        />
      </Suspense>
    </>
  );
}
