import type { ClaimMark } from '@polylogue/api-contract';
import { Ban, Flag, Handshake, type LucideIcon } from 'lucide-react';
import styles from './agreement.module.css';
import { markLabels } from './agreement.rules.js';

const icons: Record<ClaimMark, LucideIcon> = { settled: Handshake, wrong: Ban, important: Flag };
const marks = Object.keys(markLabels) as ClaimMark[];

interface ClaimMarksProps {
  number: number;
  mark: ClaimMark | undefined;
  onMark: (mark: ClaimMark | null) => void;
  /** In a grid, which has one tab stop of its own. */
  tabIndexOf?: ((column: number) => number) | undefined;
}

/** What the user thinks of a claim; pressed again, a mark is taken away. */
export function ClaimMarks({ number, mark, onMark, tabIndexOf }: ClaimMarksProps) {
  return (
    <span role="group" aria-label={`Mark of claim ${number}`} className={styles.marks}>
      {marks.map((each, column) => {
        const Icon = icons[each];
        const isGiven = mark === each;
        return (
          <button
            key={each}
            type="button"
            aria-pressed={isGiven}
            aria-label={`Mark claim ${number} as ${each}`}
            title={markLabels[each]}
            tabIndex={tabIndexOf?.(column)}
            onClick={() => onMark(isGiven ? null : each)}
          >
            <Icon size={14} aria-hidden />
            <span>{markLabels[each]}</span>
          </button>
        );
      })}
    </span>
  );
}
