import { suiteLimits, type SuiteAssertionKind } from '@polylogue/api-contract';
import { Button, Field } from '@polylogue/web-kit/antd';
import { Plus, X } from 'lucide-react';
import { hasMax, hasMin, hasText, isOfWords, newAssertion, type TypedAssertion } from './suite-form.rules.js';
import { kindLabels } from './suites.rules.js';
import styles from './suites.module.css';

interface ListProps {
  assertions: readonly TypedAssertion[];
  /** What is wrong with all of them. */
  fault: string | undefined;
  /** What is wrong with one. */
  faultOf?: (index: number) => string | undefined;
  /** Whose they are, where not of every case: ` of case 2`. */
  of?: string;
  onChange: (assertions: TypedAssertion[]) => void;
}

/** What has to hold of each answer. */
export function AssertionFields({ assertions, fault, faultOf, of = '', onChange }: ListProps) {
  const change = (place: number, part: Partial<TypedAssertion>) =>
    onChange(assertions.map((each, index) => (index === place ? { ...each, ...part } : each)));
  return (
    <>
      <ol className={styles.assertions}>
        {assertions.map((typed, index) => (
          <li key={index}>
            <AssertionRow
              typed={typed}
              label={`Assertion ${index + 1}${of}`}
              fault={faultOf?.(index)}
              onChange={(part) => change(index, part)}
              onRemove={() => onChange(assertions.filter((_each, place) => place !== index))}
            />
          </li>
        ))}
      </ol>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <Button
        icon={<Plus aria-hidden />}
        aria-label={of === '' ? undefined : `Add an assertion${of}`}
        disabled={assertions.length >= suiteLimits.assertions}
        onClick={() => onChange([...assertions, newAssertion()])}
      >
        Add an assertion
      </Button>
    </>
  );
}

interface RowProps {
  typed: TypedAssertion;
  label: string;
  fault: string | undefined;
  onChange: (part: Partial<TypedAssertion>) => void;
  onRemove: () => void;
}

const textLabels: Partial<Record<SuiteAssertionKind, string>> = {
  matches: 'Pattern',
  json: 'JSON schema (optional)',
  judged: 'What is judged',
};

function AssertionRow({ typed, label, fault, onChange, onRemove }: RowProps) {
  const { kind, not, ignoreCase, within, text } = typed;
  return (
    <fieldset className={styles.assertion} aria-label={label}>
      <Field label="Kind">
        {(control) => (
          <select
            {...control}
            value={kind}
            onChange={({ target }) => onChange({ kind: target.value as SuiteAssertionKind })}
          >
            {Object.entries(kindLabels).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {hasText(kind) && (
        <Field label={textLabels[kind] ?? 'Text'} className={styles.wide!}>
          {(control) => (
            <textarea {...control} rows={1} value={text} onChange={({ target }) => onChange({ text: target.value })} />
          )}
        </Field>
      )}
      <Bounds typed={typed} onChange={onChange} />
      {isOfWords(kind) && (
        <>
          <Tick label="Not" isOn={not} onChange={(isOn) => onChange({ not: isOn })} />
          <Tick label="Whatever the case" isOn={ignoreCase} onChange={(isOn) => onChange({ ignoreCase: isOn })} />
        </>
      )}
      {kind === 'json' && (
        <Tick label="Somewhere in the answer" isOn={within} onChange={(isOn) => onChange({ within: isOn })} />
      )}
      <Button icon={<X aria-hidden />} aria-label={`Remove ${label.toLowerCase()}`} onClick={onRemove} />
      {fault && (
        <p className={`${styles.fault} ${styles.whole}`} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

const units: Partial<Record<SuiteAssertionKind, string>> = { cost: 'US dollars', response_time: 'Milliseconds' };

const Bounds = ({ typed: { kind, min, max }, onChange }: Pick<RowProps, 'typed' | 'onChange'>) => (
  <>
    {hasMin(kind) && (
      <Field label={kind === 'judged' ? 'Score, 0 to 100' : 'At least'} className={styles.bound!}>
        {(control) => (
          <input
            {...control}
            inputMode="decimal"
            value={min}
            onChange={({ target }) => onChange({ min: target.value })}
          />
        )}
      </Field>
    )}
    {hasMax(kind) && (
      <Field label={units[kind] ?? 'At most'} className={styles.bound!}>
        {(control) => (
          <input
            {...control}
            inputMode="decimal"
            value={max}
            onChange={({ target }) => onChange({ max: target.value })}
          />
        )}
      </Field>
    )}
  </>
);

const Tick = ({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <label className={styles.tick}>
    <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} /> {label}
  </label>
);
