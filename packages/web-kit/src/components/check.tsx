import type { ReactNode } from 'react';

/** What a {@link Check} shows. */
export interface CheckProps {
  /** The label; a `small` in it stands below. */
  children: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  /** The id of what explains it. */
  describedBy?: string | undefined;
  onChange: (isOn: boolean) => void;
}

/** A checkbox with its label. */
export const Check = ({ children, isOn, isDisabled, describedBy, onChange }: CheckProps) => (
  <label className="pl-check">
    <input
      type="checkbox"
      checked={isOn}
      disabled={isDisabled}
      aria-describedby={describedBy}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>{children}</span>
  </label>
);
