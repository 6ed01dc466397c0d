import type { ReactNode } from 'react';

/** What a badge means; its label and icon say it too. */
export type BadgeTone = 'neutral' | 'ok' | 'warn' | 'error' | 'brand';

/** 20 px, tint, icon and label. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={`pl-badge pl-badge-${tone}`}>
      {icon}
      {children}
    </span>
  );
}
