import type { ConfiguredAiService } from '@polylogue/api-contract';
import { ApiError } from '@polylogue/web-kit';
import { Button, Field } from '@polylogue/web-kit/antd';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Aside } from '../panel/aside.js';
import heads from '../panel/card-head.module.css';
import { AnswerFields } from './answer-fields.js';
import { useAddAiService, useChangeAiService, usePresets } from './ai-services.api.js';
import { KeyField } from './key-field.js';
import { RemoveService } from './remove-service.js';
import { EndpointFields, ModelFields, PresetField } from './service-fields.js';
import {
  bodyToAdd,
  bodyToChange,
  emptyForm,
  faultsOf,
  formOf,
  formOfPreset,
  nameFor,
  providerLabels,
  toFaults,
  type FormFaults,
  type ServiceForm as Form,
} from './service-form.rules.js';
import styles from './service-form.module.css';

interface ServiceFormProps {
  /** The service that is edited; none adds one. */
  service: ConfiguredAiService | undefined;
  taken: readonly string[];
  onClose: () => void;
}

export function ServiceForm({ service, taken, onClose }: ServiceFormProps) {
  const [form, setForm] = useState(() => (service ? formOf(service) : emptyForm));
  const [faults, setFaults] = useState<FormFaults>({});
  const { data: choices } = usePresets();
  const add = useAddAiService(onClose);
  const change = useChangeAiService(onClose);
  const isPending = add.isPending || change.isPending;
  const isOperators = service !== undefined && service.source !== 'admin';
  const set = (part: Partial<Form>) => {
    setForm({ ...form, ...part });
    setFaults((before) => without(before, Object.keys(part)));
  };
  const save = () => {
    const found = faultsOf(form, service);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const onError = (error: Error) => setFaults(error instanceof ApiError ? toFaults(error.issues) : {});
    if (service) change.mutate({ parameters: { name: service.name }, body: bodyToChange(form, service) }, { onError });
    else add.mutate({ body: bodyToAdd(form) }, { onError });
  };
  const title = service ? `Edit ${service.displayName}` : 'Add an AI service';
  return (
    <Aside label={title} onClose={onClose}>
      <header className={`${heads.head} ${styles.head}`}>
        <h2>{title}</h2>
        <button type="button" className="pl-icon-button" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </button>
      </header>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {!service && (
          <PresetField
            presets={choices?.presets ?? []}
            value={form.preset}
            onChoose={(preset) => {
              setForm(formOfPreset(preset, form, taken));
              setFaults({});
            }}
          />
        )}
        <Field label="Display name" error={faults.displayName}>
          {(control) => (
            <input
              {...control}
              value={form.displayName}
              maxLength={60}
              onChange={({ target: { value } }) =>
                set({ displayName: value, ...(service ? {} : { name: nameFor(value, taken) }) })
              }
            />
          )}
        </Field>
        {!service && (
          <Field label="Name" help="How threads and exports call it; it stays." error={faults.name}>
            {(control) => (
              <input {...control} value={form.name} onChange={({ target }) => set({ name: target.value })} />
            )}
          </Field>
        )}
        <ModelFields form={form} faults={faults} isNew={!service} onChange={set} />
        {isOperators ? (
          <p className={styles.fixed}>
            {providerLabels[form.provider] ?? form.provider} at <code>{form.baseUrl}</code>. Protocol, address and
            category stand in the configuration of this server.
          </p>
        ) : (
          <EndpointFields form={form} faults={faults} onChange={set} />
        )}
        <Field label="Colour" help="The accent takes its hue." error={faults.color}>
          {(control) => (
            <input
              {...control}
              type="color"
              value={form.color}
              onChange={({ target }) => set({ color: target.value })}
            />
          )}
        </Field>
        <KeyField
          form={form}
          service={service}
          canStore={choices?.canStoreKeys ?? true}
          fault={faults.apiKey}
          onType={(apiKey) => set({ apiKey })}
        />
        {form.category === 'text' && (
          <AnswerFields form={form.answers} faults={faults} onChange={(answers) => set({ answers })} />
        )}
        <footer className={styles.foot}>
          <Button htmlType="submit" type="primary" disabled={isPending}>
            {isPending ? 'Saving…' : service ? 'Save' : 'Add service'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          {service && <RemoveService service={service} onDone={onClose} />}
        </footer>
      </form>
    </Aside>
  );
}

/** The faults without those of fields that are typed in again. */
function without(faults: FormFaults, fields: readonly string[]): FormFaults {
  const isStale = (path: string) => fields.some((field) => path.startsWith(field === 'answers' ? 'answer' : field));
  return Object.fromEntries(Object.entries(faults).filter(([path]) => !isStale(path)));
}
