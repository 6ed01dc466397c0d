import { rubricLimits, type Rubric, type RubricText } from '@polylogue/api-contract';
import { Button, Check, Field } from '@polylogue/web-kit/antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { CriterionFields } from './criterion-fields.js';
import { PromptPreview } from './prompt-preview.js';
import {
  canAdd,
  emptyForm,
  formOf,
  textOf,
  withChange,
  withCriterion,
  withoutCriterion,
  type Faults,
  type RubricForm,
} from './rubric-form.rules.js';
import { useChangeRubric, useCreateRubric } from './rubrics.api.js';
import styles from './rubrics.module.css';

interface EditorProps {
  /** Absent for a new one. */
  rubric: Rubric | undefined;
  mayShare: boolean;
  onClose: () => void;
}

/** The form of a rubric; saving never changes what was judged. */
export function RubricEditor({ rubric, mayShare, onClose }: EditorProps) {
  const { form, faults, edit, read } = useForm(rubric);
  const { save, isPending } = useSave(rubric, form, onClose);
  return (
    <form
      className={styles.editor}
      aria-label={rubric ? `Edit ${rubric.text.name}` : 'New rubric'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const text = read();
        if (text) save(text);
      }}
    >
      <AboutFields form={form} faults={faults} isNew={!rubric} mayShare={mayShare} onChange={edit} />
      {form.criteria.map((criterion, index) => (
        <CriterionFields
          key={criterion.key}
          form={form}
          criterion={criterion}
          index={index}
          faults={faults}
          onChange={(part) => edit(withChange(form, criterion.key, part))}
          onRemove={form.criteria.length > 1 ? () => edit(withoutCriterion(form, criterion.key)) : undefined}
        />
      ))}
      <div className={styles.buttons}>
        <Button icon={<Plus aria-hidden />} disabled={!canAdd(form)} onClick={() => edit(withCriterion(form))}>
          Add a criterion
        </Button>
        <span>
          {form.criteria.length} of {rubricLimits.criteria}
        </span>
      </div>
      <PromptPreview read={read} />
      {Object.keys(faults).length > 0 && (
        <p className={styles.fault} role="alert">
          Something is missing or wrong above; it is said beside each field.
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" disabled={isPending}>
          {isPending ? 'Saving…' : rubric ? `Save as version ${rubric.version + 1}` : 'Save rubric'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

/** What is typed, and what is wrong with it: said while one types only once it was tried. */
function useForm(rubric: Rubric | undefined) {
  const [form, setForm] = useState<RubricForm>(() => (rubric ? formOf(rubric) : emptyForm));
  const [faults, setFaults] = useState<Faults>({});
  const [isTried, setTried] = useState(false);
  const edit = (next: RubricForm) => {
    setForm(next);
    if (isTried) setFaults(faultsOf(next));
  };
  const read = (): RubricText | undefined => {
    const found = textOf(form);
    setTried(true);
    setFaults(faultsOf(form));
    return 'text' in found ? found.text : undefined;
  };
  return { form, faults, edit, read };
}

/** Saves a new rubric, or the next version of one. */
function useSave(rubric: Rubric | undefined, { shared }: RubricForm, onSuccess: () => void) {
  const [create, change] = [useCreateRubric(), useChangeRubric()];
  const save = (text: RubricText) => {
    if (rubric) change.mutate({ parameters: { id: rubric.id }, body: { text } }, { onSuccess });
    else create.mutate({ body: { text, shared } }, { onSuccess });
  };
  return { save, isPending: create.isPending || change.isPending };
}

function faultsOf(form: RubricForm): Faults {
  const read = textOf(form);
  return 'faults' in read ? read.faults : {};
}

interface AboutProps {
  form: RubricForm;
  faults: Faults;
  isNew: boolean;
  mayShare: boolean;
  onChange: (form: RubricForm) => void;
}

const AboutFields = ({ form, faults, isNew, mayShare, onChange }: AboutProps) => (
  <section className={`pl-card ${styles.fields}`}>
    <div className={styles.row}>
      <Field label="Name" error={faults['name']} className={styles.wide} isRequired>
        {(control) => (
          <input {...control} value={form.name} onChange={({ target }) => onChange({ ...form, name: target.value })} />
        )}
      </Field>
      <Field
        label="Language of the reasons (optional)"
        help="Such as German; judges write in the rubric’s language otherwise."
        error={faults['language']}
        className={styles.half}
      >
        {(control) => (
          <input
            {...control}
            value={form.language}
            onChange={({ target }) => onChange({ ...form, language: target.value })}
          />
        )}
      </Field>
    </div>
    <Field
      label="Reference answer (optional)"
      help="What a good reply says. Judges compare with it; for questions that are asked again and again."
      error={faults['reference']}
    >
      {(control) => (
        <textarea
          {...control}
          rows={3}
          value={form.reference}
          onChange={({ target }) => onChange({ ...form, reference: target.value })}
        />
      )}
    </Field>
    {isNew && mayShare && (
      <Check isOn={form.shared} onChange={(shared) => onChange({ ...form, shared })}>
        Share it with everybody on this installation
      </Check>
    )}
  </section>
);
