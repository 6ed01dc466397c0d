import type { ReactNode } from 'react';
import styles from './media.module.css';

/** How far something has come that takes a while; `children` stand behind the label. */
export function MediaProgress({
  fraction,
  label,
  children,
}: {
  fraction: number;
  label: string;
  children?: ReactNode;
}) {
  const percent = Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <div className={styles.progress}>
      <p>
        {label} {percent} %{children}
      </p>
      <i role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <b style={{ width: `${percent}%` }} />
      </i>
    </div>
  );
}
