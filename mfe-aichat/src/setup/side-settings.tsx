import { limits } from '@polylogue/api-contract';
import { Field } from '@polylogue/web-kit/antd';
import { Select } from '@polylogue/web-kit/select';
import { sideColors } from './colors.rules.js';
import type { SideForm } from './setup.state.js';
import styles from './setup.module.css';

interface SideSettingsProps {
  title: string;
  side: SideForm;
  disabled: boolean;
  onChange: (change: Partial<SideForm>) => void;
}

const colors = [
  { value: '', label: 'As configured' },
  ...sideColors.map(({ name, color }) => ({
    value: color,
    label: (
      <span className={styles.option}>
        <i style={{ background: color }} />
        {name}
      </span>
    ),
  })),
];

/** What one side is called, which part it plays, and in which colour it speaks. */
export function SideSettings({ title, side, disabled, onChange }: SideSettingsProps) {
  return (
    <fieldset className={styles.side} disabled={disabled}>
      <legend>{title}</legend>
      <Field label="Name">
        {(control) => (
          <input
            {...control}
            value={side.name}
            maxLength={limits.nameLength}
            placeholder="As configured"
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Field label="Colour">
        {({ id }) => (
          <Select<string>
            id={id}
            transitionName=""
            value={side.color}
            options={colors}
            disabled={disabled}
            onChange={(color) => onChange({ color })}
          />
        )}
      </Field>
      <Field label="Role" className={styles.wide}>
        {(control) => (
          <input
            {...control}
            value={side.role}
            maxLength={limits.aiChat.role}
            placeholder="None, or a part such as: defends"
            onChange={({ target }) => onChange({ role: target.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}
