import { useId, type ReactNode } from 'react';
import controls from '../panel/control.module.css';
import styles from './service-form.module.css';

interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

interface FieldProps {
  label: string;
  hint?: string;
  fault?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A label, its control, and below it what is wrong, else the hint. */
export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const below = fault ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: controls.control,
        ...(fault && { 'aria-invalid': true }),
        ...(below && { 'aria-describedby': `${id}-below` }),
      })}
      {below && (
        <p id={`${id}-below`} className={fault ? styles.fault : styles.hint} role={fault ? 'alert' : undefined}>
          {below}
        </p>
      )}
    </div>
  );
}
