import type { Notice } from '@polylogue/api-contract';
import { RelativeTime } from '@polylogue/web-kit';
import { AntdTheme, Button, QueryState } from '@polylogue/web-kit/antd';
import { Link } from '@polylogue/web-kit/router';
import {
  Bell,
  CalendarX,
  CircleCheck,
  CircleX,
  GitCompare,
  type LucideIcon,
  MailX,
  TrendingDown,
  UserCheck,
  UserPlus,
  Wallet,
  X,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import styles from './notice-panel.module.css';
import { placeOf } from './notice.rules.js';
import { useMarkNoticesRead, useNotices } from './notices.api.js';

const settings = '/admin/account#notices-title';

/** What happened, newest first; each leads to where the product shows it. */
export default function NoticePanel({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = () => dialog.current?.close();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the keyboard closes a dialog by Esc
    <dialog
      ref={dialog}
      className={styles.panel}
      aria-labelledby="notices-heading"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles.frame}>
        <AntdTheme>
          <div className={styles.head}>
            <h2 id="notices-heading">Notices</h2>
            <MarkAllRead />
            <button type="button" className="pl-icon-button" aria-label="Close notices" onClick={close}>
              <X aria-hidden />
            </button>
          </div>
          <Notices onFollow={close} />
        </AntdTheme>
        <div className={styles.foot}>
          <Link to={settings} onClick={close}>
            Choose what you hear of
          </Link>
        </div>
      </div>
    </dialog>
  );
}

function MarkAllRead() {
  const { data } = useNotices();
  const { mutate, isPending } = useMarkNoticesRead();
  const first = data?.pages[0];
  const newest = first?.notices[0];
  if (!newest || first.unread === 0) return null;
  return (
    <Button type="text" disabled={isPending} onClick={() => mutate({ body: { upTo: newest.id } })}>
      Mark all as read
    </Button>
  );
}

const failed = { title: 'Your notices could not be read.' };

function Notices({ onFollow }: { onFollow: () => void }) {
  const query = useNotices();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (!data) {
    return (
      <div className={styles.waiting}>
        <QueryState query={query} skeleton={{ rows: 4, rowHeight: 48 }} failed={failed} isInCard />
      </div>
    );
  }
  const notices = data.pages.flatMap((page) => page.notices);
  if (notices.length === 0) {
    return (
      <p className={styles.empty}>No notices yet. What happens to your saved queries and your budget is told here.</p>
    );
  }
  return (
    <div className={styles.scroll}>
      <ul className={styles.list}>
        {notices.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} onFollow={onFollow} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className={styles.older} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </div>
  );
}

const icons: Readonly<Record<string, LucideIcon>> = {
  run_finished: CircleCheck,
  run_failed: CircleX,
  run_changed: GitCompare,
  run_skipped: CalendarX,
  budget_near_end: Wallet,
  approval_granted: UserCheck,
  approval_waiting: UserPlus,
  delivery_given_up: MailX,
  suite_alarm: TrendingDown,
};

function NoticeItem({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const { mutate } = useMarkNoticesRead();
  const { id, kind, title, lines, path, happenedAt, readAt } = notice;
  const Icon = icons[kind] ?? Bell;
  const isUnread = readAt === null;
  const follow = () => {
    if (isUnread) mutate({ body: { ids: [id] } });
    onFollow();
  };
  return (
    <li>
      <Link
        className={styles.item}
        data-kind={kind}
        data-unread={isUnread || undefined}
        to={placeOf(path)}
        onClick={follow}
      >
        <Icon aria-hidden />
        <span className={styles.words}>
          <span className={styles.title}>
            {isUnread && <span className={styles.unread}>Unread: </span>}
            {title}
          </span>
          {lines.slice(0, 4).map((line, index) => (
            <span key={index} className={styles.line}>
              {line}
            </span>
          ))}
          <RelativeTime time={happenedAt} />
        </span>
      </Link>
    </li>
  );
}
