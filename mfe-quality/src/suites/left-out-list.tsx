import type { SuiteGap } from '@polylogue/api-contract';
import styles from './suites.module.css';

/** All that did not become part of a suite, and why. */
export const LeftOutList = ({ leftOut }: { leftOut: readonly SuiteGap[] }) => (
  <section aria-label="Left out">
    <h3>What does not map</h3>
    <ul className={styles.gaps}>
      {leftOut.map(({ what, reason, count }) => (
        <li key={`${what} ${reason}`}>
          <strong>{what}</strong>
          {count > 1 && ` (${count} times)`}: {reason}
        </li>
      ))}
    </ul>
  </section>
);
