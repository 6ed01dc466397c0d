import { useId, useState } from 'react';
import { Choice } from './choice.js';
import { daysIn, dayOf, lastDays, spans, type DayRange } from './usage.rules.js';
import styles from './usage.module.css';

interface UsageRangeProps {
  range: DayRange;
  fault: string | undefined;
  onChange: (range: DayRange) => void;
}

const options = spans.map(({ days, label }) => ({ key: String(days), label }));

/** Which days: some usual spans, or any. */
export function UsageRange({ range, fault, onChange }: UsageRangeProps) {
  const id = useId();
  const [today] = useState(() => dayOf(Date.now()));
  const span = range.to === today ? String(daysIn(range)) : undefined;
  const day = (key: keyof DayRange, label: string) => (
    <label>
      {label}
      <input
        type="date"
        max={today}
        value={range[key]}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && id}
        onChange={({ target }) => onChange({ ...range, [key]: target.value })}
      />
    </label>
  );
  return (
    <div className={styles.range}>
      <Choice
        label="Days"
        options={options}
        value={span}
        onChange={(days) => onChange(lastDays(Number(days), Date.now()))}
      />
      {day('from', 'From')}
      {day('to', 'To')}
      {fault && (
        <p id={id} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
