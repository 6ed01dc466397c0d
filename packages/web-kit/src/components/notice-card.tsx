import type { ReactNode } from 'react';

/** One card that says what happened and what to do; for a failure that is announced, `role="alert"`. */
export function NoticeCard({ title, text, action, role }: NoticeWords) {
  return (
    <section className="pl-card pl-notice" {...(role && { role })}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </section>
  );
}

/** The words of a {@link NoticeCard}. */
export interface NoticeWords {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
}
