import { rangeText, type Share } from './backtests.rules.js';
import styles from './backtests.module.css';

const at = (share: number) => `${share * 100}%`;

/** A share with its interval on a line from 0 to 100 %, whose middle is marked. */
export function ShareScale({ share }: { share: NonNullable<Share> }) {
  const { low, high } = share;
  return (
    <div className={styles.scale}>
      <div className={styles.line} role="img" aria-label={`${rangeText(share)}, between 0 and 100 %`}>
        <i className={styles.middle} />
        <i className={styles.range} style={{ left: at(low), width: at(high - low) }} />
        <i className={styles.point} style={{ left: at(share.share) }} />
      </div>
      <div className={styles.ends} aria-hidden>
        <span>0 % worse</span>
        <span>50 %</span>
        <span>100 % better</span>
      </div>
    </div>
  );
}
