import type { ReactNode } from 'react';
import { LogoMark } from './logo-mark.js';

/** Hollow bars, a sentence, one line of help, at most one thing to do. */
export function EmptyState({ title, help, action }: { title: string; help?: ReactNode; action?: ReactNode }) {
  return (
    <div className="pl-empty">
      <LogoMark size={44} hollow />
      <h2>{title}</h2>
      {help && <p>{help}</p>}
      {action}
    </div>
  );
}
