import type { AiService } from '@polylogue/api-contract';
import { accentsOf, accentStyle } from '@polylogue/web-kit';
import { Field } from '@polylogue/web-kit/antd';
import { Select } from '@polylogue/web-kit/select';
import { useMemo } from 'react';
import styles from './setup.module.css';

interface ServiceSelectProps {
  label: string;
  help?: string;
  services: readonly AiService[];
  value: string;
  onChange: (name: string) => void;
  disabled: boolean;
  placeholder: string;
  /** The label of the option without a service; absent when one must be chosen. */
  noneLabel?: string;
}

/** One AI service, with its colour. */
export function ServiceSelect({ label, help, services, value, noneLabel, onChange, ...select }: ServiceSelectProps) {
  const accents = useMemo(() => accentsOf(services), [services]);
  const options = services.map(({ name, displayName, demo }) => {
    const accent = accents.get(name);
    const mark = accent && accentStyle(accent);
    return {
      value: name,
      label: (
        <span className={`${styles.option} ${mark?.className ?? ''}`} style={mark?.style}>
          <i />
          {displayName}
          {demo && !displayName.startsWith('Demo') && <small>Demo</small>}
        </span>
      ),
    };
  });
  return (
    <Field label={label} help={help}>
      {({ className: _ofInputs, ...control }) => (
        <Select<string>
          {...control}
          // Without motion: it waits for an animation that a reader who wants none never sees end.
          transitionName=""
          {...select}
          {...(value === '' ? {} : { value })}
          options={noneLabel === undefined ? options : [{ value: '', label: noneLabel }, ...options]}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
