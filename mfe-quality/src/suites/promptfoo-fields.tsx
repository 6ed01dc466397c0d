import { suiteLimits } from '@polylogue/api-contract';
import { ApiError } from '@polylogue/web-kit';
import { Button, Field } from '@polylogue/web-kit/antd';
import { LeftOutList } from './left-out-list.js';
import type { FieldsProps } from './suite-form.rules.js';
import { useReadPromptfoo } from './suites.api.js';
import { casesText } from './suites.rules.js';
import styles from './suites.module.css';

/** A configuration of promptfoo, what it becomes, and all of it that does not map. */
export function PromptfooFields({ form, faults, onChange }: FieldsProps) {
  const read = useReadPromptfoo();
  const start = () =>
    read.mutate(
      { body: { yaml: form.yaml } },
      {
        onSuccess: (found) =>
          onChange({ read: found, ...(form.name === '' && found.name !== null && { name: found.name }) }),
      },
    );
  const fault =
    read.error instanceof ApiError ? read.error.sentence : read.error ? 'It could not be read right now.' : undefined;
  return (
    <>
      <Field
        label="Configuration (promptfooconfig.yaml)"
        help="Prompts, tests with vars, and assertions. Nothing of it is run, and no file is read."
        error={fault ?? faults.yaml}
        isRequired
      >
        {(control) => (
          <textarea
            {...control}
            rows={10}
            spellCheck={false}
            className={`${control.className} ${styles.yaml}`}
            maxLength={suiteLimits.yaml}
            value={form.yaml}
            onChange={({ target }) => onChange({ yaml: target.value, read: undefined })}
          />
        )}
      </Field>
      <div>
        <Button disabled={form.yaml.trim() === '' || read.isPending} onClick={start}>
          {read.isPending ? 'Reading…' : 'Read it'}
        </Button>
      </div>
      <div role="status">
        {form.read && <p>It becomes {casesText(form.read.cases.length)}.</p>}
        {form.read && form.read.leftOut.length > 0 && <LeftOutList leftOut={form.read.leftOut} />}
      </div>
    </>
  );
}
