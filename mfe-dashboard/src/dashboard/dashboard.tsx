import { EmptyState, NoticeCard } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { CostQuestionProvider } from '@polylogue/web-kit/estimate';
import { BroadcastsProvider, useBroadcasts, useResume } from '../broadcasts/broadcasts.js';
import { useAiServices, useConversations, useDashboardHints } from '../dashboard.api.js';
import { useBlindServices } from '../blind/blind-services.state.js';
import styles from './dashboard.module.css';
import { LoadingPanels } from './loading-panels.js';
import { UnreadConversations } from './unread-conversations.js';
import { Workspace } from './workspace.js';

export default function Dashboard() {
  return (
    <BroadcastsProvider>
      <CostQuestionProvider>
        <DashboardScreen />
      </CostQuestionProvider>
    </BroadcastsProvider>
  );
}

function DashboardScreen() {
  const services = useAiServices();
  const conversations = useConversations();
  const follower = useBroadcasts();
  useResume(conversations.data, conversations.dataUpdatedAt);
  const blind = useBlindServices(conversations.data);
  useDashboardHints((broadcastId) => follower.store.has(broadcastId));
  if (services.isPending) return <LoadingPanels />;
  if (!services.data) {
    const again = <Button onClick={() => void services.refetch()}>Retry</Button>;
    const text = 'The list of AI services could not be read. Nothing is lost.';
    return (
      <div className={styles.alone}>{<NoticeCard role="alert" title="No answer" text={text} action={again} />}</div>
    );
  }
  const hasOffer = services.data.length > 0;
  // What was written by services that were all removed stays.
  if (!hasOffer && conversations.isPending) return <LoadingPanels />;
  if (!hasOffer && !conversations.data?.length) {
    const help = 'An administrator adds them in Settings, or names them in AI_SERVICES_FILE.';
    return <div className={styles.alone}>{<EmptyState title="No AI services yet" help={help} />}</div>;
  }
  return (
    <Workspace
      services={blind ?? services.data}
      isBlind={blind !== undefined}
      conversations={conversations.data}
      notice={<UnreadConversations query={conversations} />}
    />
  );
}
