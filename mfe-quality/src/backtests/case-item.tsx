import type { BacktestCase } from '@polylogue/api-contract';
import { Badge } from '@polylogue/web-kit';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { outcomeWords } from './backtests.rules.js';
import styles from './backtests.module.css';
import { CaseReader } from './case-reader.js';
import { ServiceLabel } from './service-label.js';

/** One round in a line; it unfolds to the question, both replies and what the judge said. */
export function CaseItem({ id, found }: { id: string; found: BacktestCase }) {
  const [isOpen, setOpen] = useState(false);
  const reader = useId();
  const { number, outcome, inconsistent, question, tags, baseline } = found;
  const { label, tone } = outcomeWords[outcome];
  return (
    <li>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? reader : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden />
          <span dir="auto">{question ?? 'The round was deleted.'}</span>
        </button>
      </h3>
      <p className={styles.under}>
        <Badge tone={tone}>{label}</Badge>
        {inconsistent && <Badge tone="warn">Judge contradicted itself</Badge>}
        <span>
          Round {number}, against <ServiceLabel service={baseline.aiService} />
        </span>
        {tags.length > 0 && <span>{tags.join(', ')}</span>}
      </p>
      {isOpen && (
        <div id={reader}>
          <CaseReader id={id} number={number} />
        </div>
      )}
    </li>
  );
}
