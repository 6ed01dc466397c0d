import { useId, type ReactNode } from 'react';
import styles from './query-form.module.css';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
  children: (ids: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}

/** A label, its control, and below it the hint or what is wrong. */
export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const below = `${id}-below`;
  const isDescribed = Boolean(fault ?? hint);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(fault && { 'aria-invalid': true }), ...(isDescribed && { 'aria-describedby': below }) })}
      {isDescribed && (
        <p id={below} className={fault ? styles.fault : styles.hint} {...(fault && { role: 'alert' })}>
          {fault ?? hint}
        </p>
      )}
    </div>
  );
}
