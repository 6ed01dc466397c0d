import type { ReactNode } from 'react';

/** One card that says what happened and what to do; for a failure that is announced, `role="alert"`. */
export function NoticeCard({ title, text, action, role, heading: Heading = 'h2' }: NoticeCardProps) {
  return (
    <section className="pl-card pl-notice" {...(role && { role })}>
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </section>
  );
}

/** What a {@link NoticeCard} shows. */
export interface NoticeCardProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
  /** `h1` where the card is all there is on a page. */
  heading?: 'h1' | 'h2';
}
