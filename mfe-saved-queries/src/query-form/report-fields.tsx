import { limits, type AiService } from '@polylogue/api-contract';
import { extractorsOf, useDefaultExtractor } from '@polylogue/web-kit/agreement';
import { Field } from '@polylogue/web-kit/antd';
import type { QueryForm } from './query-form.rules.js';
import styles from './report-fields.module.css';

interface ReportFieldsProps {
  form: QueryForm;
  services: readonly AiService[];
  faults: Partial<Record<string, string>>;
  onChange: (change: Partial<QueryForm>) => void;
}

const modes = [
  { value: 'everything', label: 'Everything', help: 'Each run is shown in full.' },
  { value: 'changes', label: 'Only changes', help: 'A run says what changed, and is silent while nothing does.' },
] as const;

const { min, max } = limits.watch.baselineRuns;
const counts = Array.from({ length: max - min + 1 }, (_, index) => min + index);

/** What runs report: everything, or what changed above the noise of each service. */
export function ReportFields({ form, services, faults, onChange }: ReportFieldsProps) {
  const isWatched = form.report === 'changes';
  return (
    <div className={styles.report}>
      <Modes form={form} onChange={onChange} />
      {isWatched && (
        <div className={styles.fields}>
          <Field
            label="What counts (optional)"
            help="In your words, such as “only prices” or “who is named”. Empty: every claim that can be checked."
            error={faults['watchFocus']}
          >
            {(control) => (
              <input
                {...control}
                name="watchFocus"
                value={form.watchFocus}
                onChange={({ target }) => onChange({ watchFocus: target.value })}
              />
            )}
          </Field>
          <Field label="Answers of the first run" error={faults['baselineRuns']}>
            {(control) => (
              <select
                {...control}
                value={form.baselineRuns}
                onChange={({ target }) => onChange({ baselineRuns: Number(target.value) })}
              >
                {counts.map((count) => (
                  <option key={count} value={count}>
                    {count} of each service
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Reader form={form} services={services} fault={faults['watchExtractor']} onChange={onChange} />
          <p className={styles.note}>
            The first answers teach how much a service wobbles. Later runs ask once, and a service that seems to have
            changed up to five times more.
          </p>
        </div>
      )}
    </div>
  );
}

interface ReaderProps extends Pick<ReportFieldsProps, 'form' | 'services' | 'onChange'> {
  fault: string | undefined;
}

/** Who reads what the answers claim. One that was chosen and is away stays chosen. */
function Reader({ form, services, fault, onChange }: ReaderProps) {
  const { watchExtractor: chosen } = form;
  const { label: usual, note = '' } = useDefaultExtractor();
  const offered = extractorsOf(services).map(({ name, displayName }) => ({ name, label: displayName }));
  const known = services.find(({ name }) => name === chosen)?.displayName ?? chosen;
  const isAway = chosen !== '' && services.length > 0 && !offered.some(({ name }) => name === chosen);
  return (
    <Field
      label="Claims read by"
      help={`It is not told who wrote what. After a change the next run is a first run again. ${note}`}
      error={fault}
    >
      {(control) => (
        <select
          {...control}
          name="watchExtractor"
          value={chosen}
          onChange={({ target }) => onChange({ watchExtractor: target.value })}
        >
          <option value="">{usual}</option>
          {isAway && <option value={chosen}>{known} (not available)</option>}
          {offered.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const Modes = ({ form, onChange }: Pick<ReportFieldsProps, 'form' | 'onChange'>) => (
  <fieldset className={styles.modes}>
    <legend>Report</legend>
    {modes.map(({ value, label, help }) => (
      <label key={value} className={styles.mode}>
        <input
          type="radio"
          name="report"
          value={value}
          checked={form.report === value}
          onChange={() => onChange({ report: value })}
        />
        <span>
          {label}
          <small>{help}</small>
        </span>
      </label>
    ))}
  </fieldset>
);
