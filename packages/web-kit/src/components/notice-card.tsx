import type { ReactNode } from 'react';

/** One card that says what happened and what to do; for a failure that is announced, `role="alert"`. */
export function NoticeCard({ title, titleId, text, action, role, heading: Heading = 'h2' }: NoticeCardProps) {
  return (
    <section className="pl-card pl-notice" {...(role && { role })}>
      <Heading id={titleId}>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </section>
  );
}

/** What a {@link NoticeCard} shows. */
export interface NoticeCardProps {
  title: string;
  /** By which a button can be described, where several of one name are on a screen. */
  titleId?: string;
  text?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
  /** `h1` where the card is all there is on a page. */
  heading?: 'h1' | 'h2';
}
