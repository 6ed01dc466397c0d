import { Button } from '@polylogue/web-kit/antd';
import { useEffect, useEffectEvent } from 'react';
import { useNearness } from '../use-nearness.js';
import styles from './reading-pane.module.css';

/** Wants the next portion of a long text as one comes near its end, or by a click. */
export function ShowMore({ onWanted }: { onWanted: () => void }) {
  const { element, isNear } = useNearness(false, 1);
  const wanted = useEffectEvent(onWanted);
  useEffect(() => {
    if (isNear) wanted();
  }, [isNear]);
  return (
    <div ref={element} className={styles.further}>
      <Button onClick={onWanted}>Show more</Button>
    </div>
  );
}
