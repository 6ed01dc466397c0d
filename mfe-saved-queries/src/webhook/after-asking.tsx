import { Button } from '@polylogue/web-kit/antd';
import { useState } from 'react';

interface AfterAskingProps {
  label: string;
  /** On the button that does it. */
  sure: string;
  isPending: boolean;
  onSure: () => void;
}

/** A button that asks once more: who uses the secret of today would notice too late. */
export function AfterAsking({ label, sure, isPending, onSure }: AfterAskingProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking)
    return (
      <Button disabled={isPending} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
    );
  const onDo = () => {
    setIsAsking(false);
    onSure();
  };
  return (
    <>
      <Button ref={(button) => button?.focus()} danger onClick={onDo}>
        {sure}
      </Button>
      <Button type="text" onClick={() => setIsAsking(false)}>
        Keep it
      </Button>
    </>
  );
}
