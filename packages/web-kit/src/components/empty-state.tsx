import type { ReactNode } from 'react';
import { LogoMark } from './logo-mark.js';

interface EmptyStateProps {
  title: string;
  help?: ReactNode;
  action?: ReactNode;
  /** 1 where the empty state is the whole page. */
  level?: 1 | 2;
}

/** Hollow bars, a sentence, one line of help, one action or none. */
export function EmptyState({ title, help, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="pl-empty">
      <LogoMark size={44} hollow />
      <Heading>{title}</Heading>
      {help && <p>{help}</p>}
      {action}
    </div>
  );
}
