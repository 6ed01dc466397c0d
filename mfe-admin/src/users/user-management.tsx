import { AdminAccessRequired, ApiError, Badge, EmptyState, NoticeCard, Skeleton } from '@polylogue/web-kit';
import styles from './user-management.module.css';
import { UserTable } from './user-table.js';
import { useUsers } from './users.api.js';

export function UserManagement() {
  const { data: users, isPending, error } = useUsers();
  if (error instanceof ApiError && error.status === 403) return <AdminAccessRequired signedIn />;
  const waiting = users?.filter(({ isApproved }) => !isApproved).length ?? 0;
  return (
    <>
      {error && <ConnectionError />}
      <section className={`pl-card ${styles.card}`} aria-labelledby="users-title">
        <header className={styles.head}>
          <h2 id="users-title">User Management</h2>
          {users && <Badge>{users.length}</Badge>}
          {waiting > 0 && <Badge tone="warn">{waiting} to approve</Badge>}
        </header>
        {isPending && <Skeleton rows={6} rowHeight={49} />}
        {users?.length === 0 && <EmptyState title="No users found" />}
        {users && users.length > 0 && <UserTable users={users} />}
      </section>
    </>
  );
}

const ConnectionError = () => (
  <div className={styles.fault}>
    <NoticeCard
      role="alert"
      title="Connection Error"
      text="The users could not be read. It is tried again every three seconds."
      action={
        <button type="button" className="pl-button" onClick={() => location.reload()}>
          Refresh Page
        </button>
      }
    />
  </div>
);
