import { builtInVariables, isBuiltIn, limits, namesIn, previewQueryText, type BodyOf } from '@polylogue/api-contract';
import { Button, Field } from '@polylogue/web-kit/antd';
import { useSettled } from '@polylogue/web-kit/estimate';
import { PreviewedText } from '@polylogue/web-kit/query-variables';
import { Eye, EyeOff, Plus, X } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { QueryForm } from './query-form.rules.js';
import styles from './variables-fields.module.css';

interface VariablesFieldsProps {
  form: QueryForm;
  savedQueryId: number | undefined;
  fault: string | undefined;
  onChange: (change: Partial<QueryForm>) => void;
}

/** The names of a query: those it has by themselves, its own ones with their defaults, and the text that comes of them. */
export function VariablesFields({ form, savedQueryId, fault, onChange }: VariablesFieldsProps) {
  const { variables, content } = form;
  const [isShown, setShown] = useState(false);
  const known = new Set(variables.map(({ name }) => name));
  const unknown = namesIn(content).filter((name) => !isBuiltIn(name) && !known.has(name));
  const set = (index: number, what: Partial<QueryForm['variables'][number]>) =>
    onChange({ variables: variables.map((each, at) => (at === index ? { ...each, ...what } : each)) });
  const add = (name: string) => onChange({ variables: [...variables, { name, default: null }] });
  const isFull = variables.length >= limits.webhook.variables;
  return (
    <fieldset className={styles.variables}>
      <legend>Variables</legend>
      <Help />
      {variables.map((variable, index) => (
        // The name is being typed; rows keep their places.
        <VariableRow
          key={index}
          label={`Variable ${variable.name || index + 1}`}
          variable={variable}
          onChange={(what) => set(index, what)}
          onRemove={() => onChange({ variables: variables.filter((_, at) => at !== index) })}
        />
      ))}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.actions}>
        {unknown.map((name) => (
          <Button key={name} disabled={isFull} icon={<Plus aria-hidden />} onClick={() => add(name)}>
            Add {`{{${name}}}`}
          </Button>
        ))}
        <Button disabled={isFull} icon={<Plus aria-hidden />} onClick={() => add('')}>
          Add variable
        </Button>
        <Button
          type="text"
          aria-expanded={isShown}
          icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide preview' : 'Preview'}
        </Button>
      </div>
      {isShown && <Preview form={form} savedQueryId={savedQueryId} />}
    </fieldset>
  );
}

const waitMs = 300;

function Preview({ form, savedQueryId }: Pick<VariablesFieldsProps, 'form' | 'savedQueryId'>) {
  const { content } = form;
  const { timeZone } = form.schedule;
  const variables = form.variables.filter(({ name }) => name !== '');
  const body: BodyOf<typeof previewQueryText> = useSettled(
    { content, variables, timeZone: timeZone.trim() || null, ...(savedQueryId !== undefined && { savedQueryId }) },
    waitMs,
  );
  return <PreviewedText body={body} />;
}

function Help() {
  return (
    <p className={styles.help}>
      {builtInVariables.map((name) => (
        <Fragment key={name}>
          <code>{`{{${name}}}`}</code>{' '}
        </Fragment>
      ))}
      have their values by themselves. Others are added here. With a <code>\</code> before it, a name is sent as it
      stands.
    </p>
  );
}

interface VariableRowProps {
  label: string;
  variable: QueryForm['variables'][number];
  onChange: (what: Partial<QueryForm['variables'][number]>) => void;
  onRemove: () => void;
}

function VariableRow({ label, variable, onChange, onRemove }: VariableRowProps) {
  return (
    <div className={styles.row} role="group" aria-label={label}>
      <Field label="Name">
        {(control) => (
          <input
            {...control}
            value={variable.name}
            maxLength={limits.webhook.nameLength}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Field label="Default (optional)">
        {(control) => (
          <input
            {...control}
            value={variable.default ?? ''}
            maxLength={limits.webhook.valueLength}
            placeholder="Each run must give a value"
            onChange={({ target }) => onChange({ default: target.value === '' ? null : target.value })}
          />
        )}
      </Field>
      <Button
        type="text"
        aria-label={`Remove ${variable.name || 'variable'}`}
        icon={<X aria-hidden />}
        onClick={onRemove}
      />
    </div>
  );
}
