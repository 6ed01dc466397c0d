import type { AiService } from '@polylogue/api-contract';
import { accentsOf, accentStyle } from '@polylogue/web-kit';
import { Field } from '@polylogue/web-kit/antd';
import { useMemo } from 'react';
import { Dotted } from './dotted.js';

interface ServiceSelectProps {
  label: string;
  help?: string;
  services: readonly AiService[];
  value: string;
  onChange: (name: string) => void;
  disabled: boolean;
  placeholder?: string;
  /** The label of the option without a service; absent when one must be chosen. */
  noneLabel?: string;
}

/** One AI service, with its colour. */
export function ServiceSelect(props: ServiceSelectProps) {
  const { label, help, services, value, noneLabel, onChange, disabled, placeholder } = props;
  const accents = useMemo(() => accentsOf(services), [services]);
  const accent = accents.get(value);
  return (
    <Field label={label} help={help}>
      {(control) => (
        <Dotted look={accent && accentStyle(accent)}>
          <select {...control} disabled={disabled} value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="" hidden={noneLabel === undefined}>
              {noneLabel ?? placeholder}
            </option>
            {services.map(({ name, displayName, demo }) => (
              <option key={name} value={name}>
                {demo && !displayName.startsWith('Demo') ? `${displayName} (Demo)` : displayName}
              </option>
            ))}
          </select>
        </Dotted>
      )}
    </Field>
  );
}
