import { judgingLimits, judgingModes, type JudgingSettings } from '@polylogue/api-contract';
import { Badge } from '@polylogue/web-kit';
import { Button, Field } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { ExtractorChoice } from './extractor-choice.js';
import { JudgeChoice } from './judge-choice.js';
import { bodyOf, formOf, modeLabels, type Faults, type JudgingForm as Form } from './judging-form.rules.js';
import { useSetJudgingSettings, useSharedRubrics } from './judging.api.js';
import styles from './judging.module.css';

export function JudgingForm({ settings }: { settings: JudgingSettings }) {
  const [form, setForm] = useState(() => formOf(settings));
  const [faults, setFaults] = useState<Faults>({});
  const set = useSetJudgingSettings();
  const change = (part: Partial<Form>) => {
    setForm({ ...form, ...part });
    setFaults({});
  };
  const submit = () => {
    const read = bodyOf(form);
    if ('faults' in read) return setFaults(read.faults);
    set.mutate({ body: read.body });
  };
  return (
    <form
      className={`pl-card ${styles.form}`}
      aria-labelledby="judging-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <header>
        <h2 id="judging-title">Judging</h2>
        <Badge tone={settings.saved ? 'brand' : 'neutral'}>
          {settings.saved ? 'Saved here' : 'From the environment'}
        </Badge>
      </header>
      <p>Every call of a judge counts towards the budget of the user whose replies it judges.</p>
      <WhenAndWhat form={form} faults={faults} onChange={change} />
      <JudgeChoice judges={form.judges} onChange={(judges) => change({ judges })} />
      <ExtractorChoice
        extractor={form.defaultExtractor}
        onChange={(defaultExtractor) => change({ defaultExtractor })}
      />
      <Figures form={form} faults={faults} onChange={change} />
      <div className={styles.row}>
        <Button htmlType="submit" type="primary" disabled={set.isPending}>
          {set.isPending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  form: Form;
  faults: Faults;
  onChange: (part: Partial<Form>) => void;
}

function WhenAndWhat({ form, faults, onChange }: PartProps) {
  const rubrics = useSharedRubrics();
  return (
    <div className={styles.row}>
      <Field label="When replies are judged" className={styles.half}>
        {(control) => (
          <select
            {...control}
            value={form.mode}
            onChange={({ target }) => onChange({ mode: target.value as Form['mode'] })}
          >
            {judgingModes.map((mode) => (
              <option key={mode} value={mode}>
                {modeLabels[mode]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Default rubric"
        help="Shared rubrics can be chosen; everybody can judge again by another one."
        error={faults['defaultRubricId']}
        className={styles.half}
      >
        {(control) => (
          <select
            {...control}
            value={form.defaultRubricId}
            onChange={({ target }) => onChange({ defaultRubricId: target.value })}
          >
            <option value="">Built-in rubric</option>
            {rubrics.map(({ id, text }) => (
              <option key={id} value={id}>
                {text.name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

interface Figure {
  name: 'sampling' | 'mostJudges' | 'repeats' | 'dailyCalls' | 'maxCharacters';
  label: string;
  help: string;
}

const figures: readonly Figure[] = [
  { name: 'sampling', label: 'Share of messages, in %', help: 'Of those judged by themselves' },
  { name: 'mostJudges', label: 'Judges of one message, at most', help: 'Drawn anew for each message' },
  {
    name: 'repeats',
    label: 'Times each judge is asked',
    help: `Up to ${judgingLimits.repeats}; the median counts, and each time costs`,
  },
  { name: 'dailyCalls', label: 'Calls of one user in 24 hours', help: '0 for none' },
  {
    name: 'maxCharacters',
    label: 'Characters a judge is sent, at most',
    help: 'Fits the smallest judge; about four characters are a token. What is cut is said at the score.',
  },
];

const Figures = ({ form, faults, onChange }: PartProps) => (
  <div className={styles.row}>
    {figures.map(({ name, label, help }) => (
      <Field key={name} label={label} help={help} error={faults[name]} className={styles.half}>
        {(control) => (
          <input
            {...control}
            type="number"
            min={0}
            step="any"
            value={form[name]}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        )}
      </Field>
    ))}
  </div>
);
