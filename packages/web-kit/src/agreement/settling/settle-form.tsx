import type { AgreementMap, Settling } from '@polylogue/api-contract';
import { Button } from 'antd';
import { useState } from 'react';
import { PriceBefore, usePriceBefore } from '../../estimate/price-before.js';
import { toggled } from '../../formatting/toggled.js';
import { priceOfSettling, useStartSettling } from './settling.api.js';
import { roundsLabel, settleLabel } from './settling.rules.js';
import styles from './settling.module.css';

interface SettleFormProps {
  map: AgreementMap;
  settling: Settling;
}

/** Which disputes go back, what that costs, and the button that does it. */
export function SettleForm({ map, settling: { open, roundsLeft } }: SettleFormProps) {
  const disputes = map.claims.flatMap(({ id, text }, index) =>
    open.some(({ claim }) => claim === id) ? { id, text, place: index + 1 } : [],
  );
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = disputes.flatMap(({ id }) => (left.has(id) ? [] : id));
  const { start, isStarting } = useStartSettling(map.id);
  const price = usePriceBefore({ ...priceOfSettling(map.id, chosen), isWanted: chosen.length > 0 });
  const isOff = isStarting || chosen.length === 0;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) price.confirm(() => start(chosen));
      }}
    >
      <fieldset>
        <legend>{roundsLeft === 1 ? 'Settle what is still in dispute' : 'Settle the disputes'}</legend>
        <p>
          The services that disagree read what speaks against them, without a name, and keep their view or change their
          mind, with a reason. The map stays as it is.
        </p>
        {disputes.map(({ id, text, place }) => (
          <label key={id} dir="auto">
            <input type="checkbox" checked={!left.has(id)} onChange={() => setLeft(toggled(left, id))} />
            <span>
              <b>{place}</b> {text}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={styles.go}>
        <Button type="primary" htmlType="submit" disabled={isOff}>
          {isStarting ? 'Starting…' : settleLabel(chosen.length)}
        </Button>
        <PriceBefore price={price} />
        <span className={styles.left}>{roundsLabel(roundsLeft)}</span>
      </div>
    </form>
  );
}
