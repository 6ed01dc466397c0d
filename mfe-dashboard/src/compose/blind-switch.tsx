import { EyeOff } from 'lucide-react';
import styles from './blind-switch.module.css';

interface BlindSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

const meaning =
  'The next message begins a round in which nobody is told which service is which until you vote. For two text services or more.';

/** Whether the next message hides who answers. */
export const BlindSwitch = ({ isOn, onChange }: BlindSwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={isOn}
    className={styles.switch}
    title={meaning}
    onClick={() => onChange(!isOn)}
  >
    <EyeOff size={14} aria-hidden="true" /> Blind
  </button>
);
