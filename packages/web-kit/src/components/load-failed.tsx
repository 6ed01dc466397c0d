import { Button } from 'antd';
import { NoticeCard } from './notice-card.js';

/** What a {@link LoadFailed} says. */
export interface LoadFailedProps {
  title: string;
  text?: string;
  onRetry: () => void;
  label?: string;
}

/** Something could not be read: what, what that means, and a button to try again. */
export const LoadFailed = ({ title, text, onRetry, label = 'Retry' }: LoadFailedProps) => (
  <NoticeCard role="alert" title={title} text={text} action={<Button onClick={onRetry}>{label}</Button>} />
);
