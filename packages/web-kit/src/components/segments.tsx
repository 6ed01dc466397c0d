import { useId } from 'react';
import styles from './segments.module.css';

interface SegmentsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** One of a few, all in sight. The browser's own radios: antd's segments are 20 KB more before the first message. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  className = '',
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={`${styles.segments} ${className}`}>
      {options.map((option) => (
        <label key={option.value} data-selected={option.value === value || undefined}>
          <input
            type="radio"
            name={name}
            className="pl-only-read"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
