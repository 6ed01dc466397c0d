import { AdminAccessRequired, PageHeader, useCurrentUser } from '@polylogue/web-kit';
import { UserManagement } from './users/user-management.js';

export default function AdminPanel() {
  const { status, isAdmin } = useCurrentUser();
  if (status === 'loading') return null;
  return (
    <div className="pl-page">
      {isAdmin ? (
        <>
          <PageHeader title="Admin Panel" />
          <UserManagement />
        </>
      ) : (
        <AdminAccessRequired signedIn={status === 'signed-in'} />
      )}
    </div>
  );
}
