import { Button } from '@polylogue/web-kit/antd';
import { useState } from 'react';

interface ConfirmButtonProps {
  label: string;
  /** On the button that does it. */
  sure: string;
  isPending: boolean;
  onSure: () => void;
}

/** A button that asks for confirmation: programs that use the current secret would fail without warning. */
export function ConfirmButton({ label, sure, isPending, onSure }: ConfirmButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  if (!isConfirming)
    return (
      <Button disabled={isPending} onClick={() => setIsConfirming(true)}>
        {label}
      </Button>
    );
  const onDo = () => {
    setIsConfirming(false);
    onSure();
  };
  return (
    <>
      <Button ref={(button) => button?.focus()} danger onClick={onDo}>
        {sure}
      </Button>
      <Button type="text" onClick={() => setIsConfirming(false)}>
        Keep it
      </Button>
    </>
  );
}
