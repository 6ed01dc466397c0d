import controls from './control.module.css';

interface TypedEmailProps {
  id: string;
  typed: string;
  onType: (typed: string) => void;
}

/** Where an address is typed to confirm what cannot be taken back. */
export function TypedEmail({ id, typed, onType }: TypedEmailProps) {
  return (
    <input
      className={controls.control}
      id={id}
      autoComplete="off"
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

/** Whether what was typed is this address. */
export const isTyped = (typed: string, email: string): boolean => typed.trim().toLowerCase() === email.toLowerCase();
