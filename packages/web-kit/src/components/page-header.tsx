import type { ReactNode } from 'react';

/** A screen's title, what counts beside it, and its actions to the right. */
export function PageHeader({ title, beside, actions }: { title: string; beside?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="pl-page-header">
      <h1>{title}</h1>
      {beside}
      {actions && <div className="pl-page-actions">{actions}</div>}
    </div>
  );
}
