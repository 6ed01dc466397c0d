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

/** The form of one service, beside the list. */
export function ServiceForm({ service, taken, onClose }: ServiceFormProps) {
  const { form, faults, set, choose, save, isPending } = useServiceForm(service, onClose);
  const { data: choices } = usePresets();
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
            onChoose={(preset) => choose(formOfPreset(preset, form, taken))}
          />
        )}
        <NameFields form={form} faults={faults} taken={taken} isNew={!service} onChange={set} />
        <ModelFields form={form} faults={faults} isNew={!service} onChange={set} />
        {service && service.source !== 'admin' ? (
          <p className={styles.fixed}>
            {providerLabels[form.provider] ?? form.provider} at <code>{form.baseUrl}</code>. Protocol, address and
            category stand in the configuration of this server.
          </p>
        ) : (
          <EndpointFields form={form} faults={faults} onChange={set} />
        )}
        <ColourField form={form} faults={faults} onChange={set} />
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

/** What is typed, what is wrong with it by this form's rules or the server's, and how it is saved. */
function useServiceForm(service: ConfiguredAiService | undefined, onSaved: () => void) {
  const [form, setForm] = useState(() => (service ? formOf(service) : emptyForm));
  const [faults, setFaults] = useState<FormFaults>({});
  const add = useAddAiService(onSaved);
  const change = useChangeAiService(onSaved);
  const set = (part: Partial<Form>) => {
    setForm({ ...form, ...part });
    setFaults((before) => without(before, Object.keys(part)));
  };
  const choose = (chosen: Form) => {
    setForm(chosen);
    setFaults({});
  };
  const save = () => {
    const found = faultsOf(form, service);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const onError = (error: Error) => setFaults(error instanceof ApiError ? toFaults(error.issues) : {});
    if (service) change.mutate({ parameters: { name: service.name }, body: bodyToChange(form, service) }, { onError });
    else add.mutate({ body: bodyToAdd(form) }, { onError });
  };
  return { form, faults, set, choose, save, isPending: add.isPending || change.isPending };
}

interface FieldsProps {
  form: Form;
  faults: FormFaults;
  onChange: (part: Partial<Form>) => void;
}

/** What a service is called. The name of a new one follows what is shown, until it is typed. */
const NameFields = ({
  form,
  faults,
  taken,
  isNew,
  onChange,
}: FieldsProps & { taken: readonly string[]; isNew: boolean }) => (
  <>
    <Field label="Display name" error={faults.displayName}>
      {(control) => (
        <input
          {...control}
          value={form.displayName}
          maxLength={60}
          onChange={({ target: { value } }) =>
            onChange({ displayName: value, ...(isNew && { name: nameFor(value, taken) }) })
          }
        />
      )}
    </Field>
    {isNew && (
      <Field label="Name" help="How threads and exports call it; it stays." error={faults.name}>
        {(control) => (
          <input {...control} value={form.name} onChange={({ target }) => onChange({ name: target.value })} />
        )}
      </Field>
    )}
  </>
);

const ColourField = ({ form, faults, onChange }: FieldsProps) => (
  <Field label="Colour" help="The accent takes its hue." error={faults.color}>
    {(control) => (
      <input
        {...control}
        type="color"
        value={form.color}
        onChange={({ target }) => onChange({ color: target.value })}
      />
    )}
  </Field>
);

/** The faults without those of fields that are typed in again. */
function without(faults: FormFaults, fields: readonly string[]): FormFaults {
  const isStale = (path: string) => fields.some((field) => path.startsWith(field === 'answers' ? 'answer' : field));
  return Object.fromEntries(Object.entries(faults).filter(([path]) => !isStale(path)));
}
