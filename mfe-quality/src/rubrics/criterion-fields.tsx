import { rubricAnchors } from '@polylogue/api-contract';
import { Button, Field } from '@polylogue/web-kit/antd';
import { shareOf, type CriterionForm, type Faults, type RubricForm } from './rubric-form.rules.js';
import styles from './rubrics.module.css';

interface FieldsProps {
  form: RubricForm;
  criterion: CriterionForm;
  index: number;
  faults: Faults;
  onChange: (part: Partial<CriterionForm>) => void;
  /** Absent for the only one. */
  onRemove: (() => void) | undefined;
}

const anchors = ['low', 'middle', 'high'] as const;

/** One criterion: what it asks, what deserves how much, and what it weighs. */
export function CriterionFields({ form, criterion, index, faults, onChange, onRemove }: FieldsProps) {
  const part: PartProps = { criterion, faultOf: (field) => faults[`criteria.${index}.${field}`], onChange };
  return (
    <section className={`pl-card ${styles.fields}`} aria-label={`Criterion ${index + 1}`}>
      <header className={styles.head}>
        <h2>Criterion {index + 1}</h2>
        {onRemove && (
          <Button size="small" aria-label={`Remove criterion ${index + 1}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </header>
      <Question {...part} />
      <Anchors {...part} />
      <Weighing {...part} share={shareOf(form, criterion)} />
    </section>
  );
}

interface PartProps {
  criterion: CriterionForm;
  faultOf: (field: keyof CriterionForm) => string | undefined;
  onChange: (part: Partial<CriterionForm>) => void;
}

const Question = ({ criterion, faultOf, onChange }: PartProps) => (
  <div className={styles.row}>
    <Field label="Criterion name" error={faultOf('name')} className={styles.half} isRequired>
      {(control) => (
        <input {...control} value={criterion.name} onChange={({ target }) => onChange({ name: target.value })} />
      )}
    </Field>
    <Field label="Asks" help="A question about the reply" error={faultOf('asks')} className={styles.wide} isRequired>
      {(control) => (
        <input {...control} value={criterion.asks} onChange={({ target }) => onChange({ asks: target.value })} />
      )}
    </Field>
  </div>
);

const Anchors = ({ criterion, faultOf, onChange }: PartProps) => (
  <div className={styles.row}>
    {anchors.map((anchor) => (
      <Field
        key={anchor}
        label={`What deserves ${rubricAnchors[anchor]}`}
        error={faultOf(anchor)}
        className={styles.third}
        isRequired
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={criterion[anchor]}
            onChange={({ target }) => onChange({ [anchor]: target.value })}
          />
        )}
      </Field>
    ))}
  </div>
);

const figures = [
  { name: 'weight', label: 'Weight' },
  { name: 'flagBelow', label: 'Flag below (optional)' },
] as const;

function Weighing({ criterion, faultOf, onChange, share }: PartProps & { share: number | undefined }) {
  const help = {
    weight: share === undefined ? 'In relation to the others' : `${share} % of the overall score`,
    flagBelow: 'A lower score flags the reply',
  };
  return (
    <div className={styles.row}>
      {figures.map(({ name, label }) => (
        <Field key={name} label={label} help={help[name]} error={faultOf(name)} className={styles.half}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={0}
              max={100}
              value={criterion[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
