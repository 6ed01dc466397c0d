import { Button } from 'antd';
import { useId } from 'react';
import { NoticeCard } from './notice-card.js';

/** What a {@link LoadFailed} says. */
export interface LoadFailedProps {
  title: string;
  text?: string;
  onRetry: () => void;
  label?: string;
}

/** Something could not be read: what, what that means, and a button to try again. */
export function LoadFailed({ title, text, onRetry, label = 'Retry' }: LoadFailedProps) {
  const titleId = useId();
  // Several may stand on one screen: what this one reads again is said with its name.
  const again = (
    <Button aria-describedby={titleId} onClick={onRetry}>
      {label}
    </Button>
  );
  return <NoticeCard role="alert" title={title} titleId={titleId} text={text} action={again} />;
}
