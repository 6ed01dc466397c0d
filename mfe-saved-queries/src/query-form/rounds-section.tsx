import { RubricField } from '@polylogue/web-kit/rubrics';
import type { QueryForm } from './query-form.rules.js';
import styles from './rounds-section.module.css';

interface RoundsSectionProps {
  form: QueryForm;
  onChange: (change: Partial<QueryForm>) => void;
}

/** Whether runs become comparisons in History, and whether their replies are judged there. */
export function RoundsSection({ form, onChange }: RoundsSectionProps) {
  return (
    <section className={`pl-card ${styles.section}`}>
      <h2>History</h2>
      <Switch
        label="Keep runs in History"
        help="Each run becomes a comparison of its own: to search, pin, export, and to see where its answers agree."
        isOn={form.inHistory}
        // Replies are judged in History.
        onChange={(inHistory) => onChange({ inHistory, judged: inHistory && form.judged })}
      />
      <Switch
        label="Judge the replies"
        help="The services judge each other's replies of every run, within your budget. Runs are kept in History for it."
        isOn={form.judged}
        onChange={(judged) => onChange({ judged, inHistory: judged || form.inHistory })}
      />
      {form.judged && (
        <div className={styles.rubric}>
          <RubricField
            label="Judged by"
            help="The newest version of it, whenever a run is judged."
            whenGone="Until another one is chosen, runs are judged by the default of the installation, and say so."
            hasDefault
            value={form.rubricId}
            onChange={(rubricId) => onChange({ rubricId })}
          />
        </div>
      )}
    </section>
  );
}

interface SwitchProps {
  label: string;
  help: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

const Switch = ({ label, help, isOn, onChange }: SwitchProps) => {
  const id = label.toLowerCase().replaceAll(' ', '-');
  return (
    <div className={styles.choice}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is checked
          role="switch"
          checked={isOn}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      <small id={id}>{help}</small>
    </div>
  );
};
