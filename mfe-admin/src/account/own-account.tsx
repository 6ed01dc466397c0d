import { PageHeader, useCurrentUser, usePublicConfig, type Session } from '@polylogue/web-kit';
import { lazy, Suspense } from 'react';
import { ApiKeys } from './api-keys.js';
import { AskAbove } from './ask-above.js';
import { ChangePassword } from './change-password.js';
import { Notices } from './notices.js';
import styles from './own-account.module.css';
import { OwnAllowance } from './own-allowance.js';
import { OwnData } from './own-data.js';
import { OwnSessions } from './own-sessions.js';

const NoticeTargets = lazy(() => import('../notice-targets/notice-targets.js'));

/** A user's own page: who they are here, where they are signed in, and what is theirs to take or remove. */
export default function OwnAccount() {
  const { user } = useCurrentUser();
  const isLocal = usePublicConfig()?.auth === 'local';
  if (!user) return null;
  return (
    <div className="pl-page">
      <PageHeader title="Your Account" />
      <div className={styles.cards}>
        <Profile user={user} />
        <OwnAllowance />
        <AskAbove />
        <Notices />
        <OwnSessions />
        <Suspense fallback={null}>
          <NoticeTargets />
        </Suspense>
        <ApiKeys />
        {isLocal && <ChangePassword />}
        <OwnData email={user.email} />
      </div>
    </div>
  );
}

const Profile = ({ user }: { user: NonNullable<Session['user']> }) => (
  <section className={`pl-card ${styles.card}`} aria-labelledby="profile-title">
    <h2 id="profile-title">Profile</h2>
    <dl className={styles.profile}>
      <dt>Name</dt>
      <dd>{`${user.firstName} ${user.lastName}`.trim() || '–'}</dd>
      <dt>E-mail</dt>
      <dd>{user.email}</dd>
      <dt>Role</dt>
      <dd>{user.role === 'admin' ? 'Admin' : 'User'}</dd>
      <dt>Status</dt>
      <dd>{user.isApproved ? 'Approved' : 'Waiting for approval'}</dd>
    </dl>
  </section>
);
