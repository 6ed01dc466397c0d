import { backtestLimits, type BacktestSource } from '@polylogue/api-contract';
import { Field, Segments } from '@polylogue/web-kit/antd';
import { counted } from '@polylogue/web-kit/estimate';
import { useId } from 'react';
import { useKnownTags } from '../leaderboard/leaderboard.api.js';
import { tagLength } from './backtest-form.rules.js';
import { useFrozenSets } from './backtests.api.js';
import styles from './backtests.module.css';
import type { FieldsProps } from './candidate-fields.js';

const sources: readonly { value: BacktestSource; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'pinned', label: 'Pinned' },
  { value: 'tag', label: 'With a tag' },
  { value: 'suite', label: 'Frozen set' },
];

const sourceHelp: Record<BacktestSource, string> = {
  newest: 'Your newest rounds. Of each the pinned reply is the baseline, else the newest complete one.',
  pinned: 'Your newest rounds in which a reply is pinned as the best; that reply is the baseline.',
  tag: 'Rounds of your comparisons with this tag. Of each the pinned reply is the baseline, else the newest complete one.',
  suite:
    'Exactly the rounds of one of your suites, however many came since. The baseline of each is the reply that it was frozen with.',
};

/** Which rounds are taken. */
export const SampleFields = ({ form, faults, onChange }: FieldsProps) => (
  <section className={`pl-card ${styles.fields}`} aria-labelledby="sample-title">
    <h2 id="sample-title">Sample</h2>
    <Segments
      label="Which rounds"
      value={form.source}
      options={sources}
      onChange={(source) => onChange({ source })}
      className={styles.sources}
    />
    <p className={styles.help}>{sourceHelp[form.source]}</p>
    <div className={styles.row}>
      {form.source === 'tag' && <TagField form={form} faults={faults} onChange={onChange} />}
      {form.source === 'suite' ? (
        <SuiteField form={form} faults={faults} onChange={onChange} />
      ) : (
        <CountField form={form} faults={faults} onChange={onChange} />
      )}
    </div>
  </section>
);

const CountField = ({ form, faults, onChange }: FieldsProps) => (
  <Field
    label="Rounds, at most"
    help={`Newest first; up to ${backtestLimits.rounds}.`}
    error={faults.count}
    className={styles.half}
    isRequired
  >
    {(control) => (
      <input
        {...control}
        inputMode="numeric"
        value={form.count}
        onChange={({ target }) => onChange({ count: target.value })}
      />
    )}
  </Field>
);

/** One of the user's suites: what a backtest takes of it are its cases. */
function SuiteField({ form, faults, onChange }: FieldsProps) {
  const { data, isPending, isError } = useFrozenSets();
  return (
    <Field
      label="Which frozen set"
      help="A suite. All of its rounds are compared; those that cannot be are counted before it starts."
      error={faults.suite}
      className={styles.half}
      isRequired
    >
      {(control) => (
        <select {...control} value={form.suite} onChange={({ target }) => onChange({ suite: target.value })}>
          <option value="" disabled>
            {isPending ? 'Loading…' : firstOption(data, isError)}
          </option>
          {data?.map(({ id, name, cases }) => (
            <option key={id} value={id}>
              {name}: {counted(cases, 'case')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function firstOption(suites: readonly unknown[] | undefined, isError: boolean): string {
  if (isError) return 'The suites could not be loaded';
  return suites?.length ? 'Choose a frozen set' : 'There is no suite yet';
}

function TagField({ form, faults, onChange }: FieldsProps) {
  const known = useKnownTags();
  const list = useId();
  return (
    <Field label="Tag" help="As in History." error={faults.tag} className={styles.half} isRequired>
      {(control) => (
        <>
          <input
            {...control}
            list={list}
            maxLength={tagLength}
            value={form.tag}
            onChange={({ target }) => onChange({ tag: target.value })}
          />
          <datalist id={list}>
            {known.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
