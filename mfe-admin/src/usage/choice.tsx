import { useId } from 'react';
import styles from './usage.module.css';

interface ChoiceProps<Key extends string> {
  label: string;
  options: readonly { key: Key; label: string }[];
  value: Key | undefined;
  onChange: (key: Key) => void;
}

/** One of a few, side by side. */
export function Choice<Key extends string>({ label, options, value, onChange }: ChoiceProps<Key>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className="pl-only-read">{label}</legend>
      {options.map((option) => (
        <label key={option.key}>
          <input type="radio" name={name} checked={option.key === value} onChange={() => onChange(option.key)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
