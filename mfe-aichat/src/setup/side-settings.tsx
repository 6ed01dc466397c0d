import { limits } from '@polylogue/api-contract';
import { Select } from '@polylogue/web-kit/select';
import { sideColors } from './colors.rules.js';
import type { SideForm } from './setup.state.js';
import styles from './setup.module.css';

interface SideSettingsProps {
  id: string;
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
export function SideSettings({ id, title, side, disabled, onChange }: SideSettingsProps) {
  return (
    <fieldset className={styles.side} disabled={disabled}>
      <legend>{title}</legend>
      <div className={styles.field}>
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          value={side.name}
          maxLength={limits.nameLength}
          placeholder="As configured"
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-color`}>Colour</label>
        <Select<string>
          id={`${id}-color`}
          transitionName=""
          value={side.color}
          options={colors}
          disabled={disabled}
          onChange={(color) => onChange({ color })}
        />
      </div>
      <div className={`${styles.field} ${styles.wide}`}>
        <label htmlFor={`${id}-role`}>Role</label>
        <input
          id={`${id}-role`}
          value={side.role}
          maxLength={limits.aiChat.role}
          placeholder="None, or a part such as: defends"
          onChange={({ target }) => onChange({ role: target.value })}
        />
      </div>
    </fieldset>
  );
}
