import { AdminAccessRequired, PageHeader, useCurrentUser } from '@polylogue/web-kit';
import { useSearchParams } from '@polylogue/web-kit/router';
import { AiServices } from './ai-services/ai-services.js';
import { AnnouncementTab } from './announcement/announcement-tab.js';
import { SystemAnalytics } from './analytics/system-analytics.js';
import { DeadLetters } from './dead-letters/dead-letters.js';
import { StatusPage } from './service-status/status-page.js';
import { Tabs } from './tabs.js';
import { UsageAndCost } from './usage/usage-and-cost.js';
import { UserManagement } from './users/user-management.js';

const tabs = [
  { key: 'users', word: 'User Management', Panel: UserManagement },
  { key: 'analytics', word: 'System Analytics', Panel: SystemAnalytics },
  { key: 'usage', word: 'Usage & Cost', Panel: UsageAndCost },
  { key: 'ai-services', word: 'AI Services', Panel: AiServices },
  { key: 'announcement', word: 'Announcement', Panel: AnnouncementTab },
  { key: 'dead-letters', word: 'Dead Letters', Panel: DeadLetters },
  { key: 'status', word: 'Status', Panel: StatusPage },
] as const;

export default function AdminPanel() {
  const { status, isAdmin } = useCurrentUser();
  const [address, setAddress] = useSearchParams();
  const open = tabs.find(({ key }) => key === address.get('tab')) ?? tabs[0];
  if (status === 'loading') return null;
  return (
    <div className="pl-page">
      {status === 'signed-in' && <PageHeader title="Admin Panel" />}
      {isAdmin ? (
        <Tabs tabs={tabs} open={open.key} onOpen={(tab) => setAddress({ tab }, { replace: true })}>
          <open.Panel />
        </Tabs>
      ) : (
        <AdminAccessRequired signedIn={status === 'signed-in'} />
      )}
    </div>
  );
}
