import type { AdminUser } from '@polylogue/api-contract';
import { Badge, UserPicture } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Check } from 'lucide-react';
import styles from './user-management.module.css';
import { useApproveUser } from './users.api.js';
import { initialsOf, nameOf } from './users.rules.js';

export const UserCell = ({ user }: { user: AdminUser }) => (
  <div className={styles.user}>
    <span className={styles.initials} aria-hidden="true">
      <UserPicture address={user.profileImageUrl}>{initialsOf(user)}</UserPicture>
    </span>
    <span className={styles.names}>
      <strong>{nameOf(user)}</strong>
      <span>{user.email}</span>
    </span>
  </div>
);

/** The label goes by the fixed address; where that hides the role of an administrator, the role stands beside it. */
export const UserRole = ({ label, role }: { label: 'Admin' | 'User'; role: AdminUser['role'] }) =>
  label === 'Admin' ? (
    <Badge tone="brand">Admin</Badge>
  ) : (
    <span className={styles.quiet}>
      User{role === 'admin' && <small className={styles.rights}>with admin rights</small>}
    </span>
  );

export function UserStatus({ user }: { user: AdminUser }) {
  const { mutate, isPending } = useApproveUser();
  if (user.isBlocked) return <Badge tone="error">Blocked</Badge>;
  if (user.isApproved) {
    return (
      <span className={styles.approved}>
        <Check aria-hidden />
        Approved
      </span>
    );
  }
  return (
    <Button
      type="primary"
      size="small"
      disabled={isPending}
      aria-label={`Approve ${nameOf(user)}`}
      onClick={(event) => {
        event.stopPropagation();
        mutate({ parameters: { id: user.id } });
      }}
    >
      Approve
    </Button>
  );
}
