import { AdminAccessRequired, PageHeader, Skeleton, useCurrentUser } from '@polylogue/web-kit';
import { Tabs } from '@polylogue/web-kit/heavy';
import { useSearchParams } from '@polylogue/web-kit/router';
import { lazy, Suspense } from 'react';
import { SystemAnalytics } from './analytics/system-analytics.js';
import { UserManagement } from './users/user-management.js';

// What is opened now and then comes when it is opened.
const UsageAndCost = lazy(() => import('./usage/usage-and-cost.js'));
const AiServices = lazy(() => import('./ai-services/ai-services.js'));
const AnnouncementTab = lazy(() => import('./announcement/announcement-tab.js'));
const DeadLetters = lazy(() => import('./dead-letters/dead-letters.js'));
const Judging = lazy(() => import('./judging/judging.js'));
const RetentionTab = lazy(() => import('./retention/retention-tab.js'));
const StatusPage = lazy(() => import('./service-status/status-page.js'));

const tabs = [
  { key: 'users', label: 'User Management', Panel: UserManagement },
  { key: 'analytics', label: 'System Analytics', Panel: SystemAnalytics },
  { key: 'usage', label: 'Usage & Cost', Panel: UsageAndCost },
  { key: 'ai-services', label: 'AI Services', Panel: AiServices },
  { key: 'judging', label: 'Judging', Panel: Judging },
  { key: 'announcement', label: 'Announcement', Panel: AnnouncementTab },
  { key: 'retention', label: 'Retention', Panel: RetentionTab },
  { key: 'dead-letters', label: 'Dead Letters', Panel: DeadLetters },
  { key: 'status', label: 'Status', Panel: StatusPage },
] as const;

const items = tabs.map(({ key, label, Panel }) => ({
  key,
  label,
  children: (
    <Suspense fallback={<Skeleton rows={6} rowHeight={49} />}>
      <Panel />
    </Suspense>
  ),
}));

export default function AdminPanel() {
  const { status, isAdmin } = useCurrentUser();
  const [address, setAddress] = useSearchParams();
  const open = tabs.find(({ key }) => key === address.get('tab')) ?? tabs[0];
  if (status === 'loading') return null;
  return (
    <div className="pl-page">
      {status === 'signed-in' && <PageHeader title="Admin Panel" />}
      {isAdmin ? (
        <Tabs
          activeKey={open.key}
          onChange={(tab) => setAddress({ tab }, { replace: true })}
          destroyOnHidden
          items={items}
        />
      ) : (
        <AdminAccessRequired signedIn={status === 'signed-in'} />
      )}
    </div>
  );
}
