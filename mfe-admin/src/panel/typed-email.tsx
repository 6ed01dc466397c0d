import { Field } from '@polylogue/web-kit/antd';

interface TypedEmailProps {
  label: string;
  typed: string;
  onType: (typed: string) => void;
}

/** Where an address is typed to confirm what cannot be taken back. */
export function TypedEmail({ label, typed, onType }: TypedEmailProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input {...control} autoComplete="off" value={typed} onChange={({ target }) => onType(target.value)} />
      )}
    </Field>
  );
}

/** Whether what was typed is this address. */
export const isTyped = (typed: string, email: string): boolean => typed.trim().toLowerCase() === email.toLowerCase();
