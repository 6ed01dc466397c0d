import { Button } from '@polylogue/web-kit/antd';
import { useRef, useState } from 'react';
import { useEscape } from '../panel/use-escape.js';
import styles from './api-keys.module.css';

/** How keys are revoked here: by their owner or by an administrator. */
export interface Revoking {
  mutate: (request: { parameters: { id: string } }) => void;
  isPending: boolean;
}

interface RevokeKeyProps {
  id: string;
  name: string;
  revoking: Revoking;
}

/** Revokes a key once it was confirmed. */
export function RevokeKey({ id, name, revoking: { mutate, isPending } }: RevokeKeyProps) {
  const [isConfirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const keep = () => {
    setConfirming(false);
    button.current?.focus();
  };
  useEscape(row, keep);
  const revoke = () => mutate({ parameters: { id } });
  return (
    <div className={styles.row} ref={row}>
      <Button
        ref={button}
        size="small"
        danger
        disabled={isPending}
        aria-label={isConfirming ? undefined : `Revoke ${name}`}
        onClick={isConfirming ? revoke : () => setConfirming(true)}
      >
        {isConfirming ? 'Revoke it for good' : 'Revoke'}
      </Button>
      {isConfirming && (
        <Button size="small" type="text" onClick={keep}>
          Keep it
        </Button>
      )}
    </div>
  );
}
