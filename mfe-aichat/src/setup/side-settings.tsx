import { limits } from '@polylogue/api-contract';
import { accentOf, accentStyle } from '@polylogue/web-kit';
import { Field } from '@polylogue/web-kit/antd';
import { sideColors } from './colors.rules.js';
import { Dotted } from './dotted.js';
import type { SideForm } from './setup.state.js';
import styles from './setup.module.css';

interface SideSettingsProps {
  title: string;
  side: SideForm;
  disabled: boolean;
  onChange: (change: Partial<SideForm>) => void;
}

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
        {(control) => (
          <Dotted look={side.color === '' ? undefined : accentStyle(accentOf(side.color))}>
            <select {...control} value={side.color} onChange={({ target }) => onChange({ color: target.value })}>
              <option value="">As configured</option>
              {sideColors.map(({ name, color }) => (
                <option key={name} value={color}>
                  {name}
                </option>
              ))}
            </select>
          </Dotted>
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
