import { useEffect, useRef } from 'react';
import styles from './hints.module.css';
import { showHints } from './show-hints.js';

/** The one hint of the dashboard: what `data-hint` says of the control that is pointed at or has the focus. */
export function Hints() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? showHints(box.current) : undefined), []);
  return <div ref={box} id="hint" role="tooltip" popover="manual" className={styles.hint} />;
}
