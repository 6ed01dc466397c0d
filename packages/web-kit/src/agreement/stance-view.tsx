import type { Stance } from '@polylogue/api-contract';
import { Check, CircleQuestionMark, Minus, X, type LucideIcon } from 'lucide-react';
import styles from './agreement.module.css';

const symbols: Record<Stance, LucideIcon> = {
  says: Check,
  contradicts: X,
  silent: Minus,
  unproven: CircleQuestionMark,
};

/** A stance as symbol and word. */
export function StanceView({ stance }: { stance: Stance }) {
  const Symbol = symbols[stance];
  return (
    <span className={styles.stance} data-stance={stance}>
      <Symbol size={14} strokeWidth={2.25} aria-hidden />
      {stance}
    </span>
  );
}
