import { providerNames, type AiServicePreset } from '@polylogue/api-contract';
import { Field } from '@polylogue/web-kit/antd';
import { categoryLabels, providerLabels, type FormFaults, type ServiceForm } from './service-form.rules.js';
import styles from './service-form.module.css';

interface PresetFieldProps {
  presets: readonly AiServicePreset[];
  value: string;
  onChoose: (preset: AiServicePreset | undefined) => void;
}

/** What a new service begins as: one that is known, or any that speaks the same protocol. */
export const PresetField = ({ presets, value, onChoose }: PresetFieldProps) => (
  <Field label="Begin with">
    {(control) => (
      <select
        {...control}
        value={value}
        onChange={({ target }) => onChoose(presets.find(({ id }) => id === target.value))}
      >
        <option value="">Another OpenAI-compatible service</option>
        {presets.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface EndpointFieldsProps {
  form: ServiceForm;
  faults: FormFaults;
  onChange: (part: Partial<ServiceForm>) => void;
}

/** Where the service answers, in which protocol, and what it makes. */
export const EndpointFields = ({ form, faults, onChange }: EndpointFieldsProps) => (
  <>
    <Field label="Base URL" error={faults.baseUrl}>
      {(control) => (
        <input
          {...control}
          type="url"
          value={form.baseUrl}
          placeholder="https://models.example.com/v1"
          spellCheck={false}
          onChange={({ target }) => onChange({ baseUrl: target.value })}
        />
      )}
    </Field>
    <div className={styles.pair}>
      <Field label="Protocol" error={faults.provider}>
        {(control) => (
          <select {...control} value={form.provider} onChange={({ target }) => onChange({ provider: target.value })}>
            {providerNames.map((name) => (
              <option key={name} value={name}>
                {providerLabels[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Category" error={faults.category}>
        {(control) => (
          <select
            {...control}
            value={form.category}
            onChange={({ target }) => onChange({ category: target.value as ServiceForm['category'] })}
          >
            {Object.entries(categoryLabels).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  </>
);

/** The model and, where it writes text, whether it is given the pictures that users attach. */
export const ModelFields = ({ form, faults, isNew, onChange }: EndpointFieldsProps & { isNew: boolean }) => (
  <>
    <Field label="Model" error={faults.model}>
      {(control) => (
        <input
          {...control}
          value={form.model}
          spellCheck={false}
          onChange={({ target }) => onChange({ model: target.value })}
        />
      )}
    </Field>
    {form.category === 'text' && (
      <Field label="Pictures" help="A service that cannot see is told their names and sizes.">
        {(control) => (
          <select
            {...control}
            value={form.sees}
            onChange={({ target }) => onChange({ sees: target.value as ServiceForm['sees'] })}
          >
            {(isNew || form.sees === '') && <option value="">As is known of its model</option>}
            <option value="yes">It is given pictures</option>
            <option value="no">It cannot see</option>
          </select>
        )}
      </Field>
    )}
  </>
);
