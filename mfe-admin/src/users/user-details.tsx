import { grouped, type AdminUser } from '@polylogue/api-contract';
import { UserPicture, when } from '@polylogue/web-kit';
import { X } from 'lucide-react';
import { Aside } from '../panel/aside.js';
import { initialsOf, nameOf } from './users.rules.js';
import { RecentActivities } from './recent-activities.js';
import { RecentConversations } from './recent-conversations.js';
import { UserKeys } from './user-keys.js';
import { UserActions } from './user-actions.js';
import styles from './user-details.module.css';

export function UserDetails({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const joined = when(user.createdAt).replace(/ \d+:\d+ [AP]M$/, '');
  return (
    <Aside label={`Details of ${nameOf(user)}`} onClose={onClose}>
      <header className={styles.head}>
        <span className={styles.initials} aria-hidden="true">
          <UserPicture address={user.profileImageUrl}>{initialsOf(user)}</UserPicture>
        </span>
        <div className={styles.names}>
          <h2>{nameOf(user)}</h2>
          <p>
            {user.email} · since {joined}
          </p>
        </div>
        <button type="button" className="pl-icon-button" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </button>
      </header>
      <dl className={styles.figures}>
        <Figure label="Messages" value={user.messageCount} />
        <Figure label="Sessions" value={user.totalSessions} />
      </dl>
      {/* Last what comes last: nothing that can be pressed moves when it comes. */}
      <UserActions user={user} onErased={onClose} />
      <RecentActivities activities={user.activities} />
      <UserKeys userId={user.id} />
      <RecentConversations userId={user.id} />
    </Aside>
  );
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{grouped(value)}</dd>
  </div>
);
