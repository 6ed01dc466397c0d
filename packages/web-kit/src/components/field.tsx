import { useId, type ReactNode } from 'react';

/** What a {@link Field} hands to its control. */
export interface FieldControl {
  id: string;
  className: string;
  required?: true;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** A label, how its control is made, and what is said below. */
export interface FieldProps {
  label: ReactNode;
  /** Said below the control while nothing is wrong. */
  help?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/**
 * One control of a form: a label, the control, and below it what is wrong, else the help. The controls are the browser's,
 * which antd's form library would have to be loaded for, and the values are the form's own.
 */
export function Field({ label, help, error, isRequired, className = '', children }: FieldProps) {
  const id = useId();
  const below = error ?? help;
  return (
    <div className={`pl-field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: 'pl-control',
        ...(isRequired && { required: true }),
        ...(error && { 'aria-invalid': true }),
        ...(below && { 'aria-describedby': `${id}-below` }),
      })}
      {below && (
        <p id={`${id}-below`} className={error ? 'pl-field-error' : 'pl-field-help'} role={error ? 'alert' : undefined}>
          {below}
        </p>
      )}
    </div>
  );
}
