import { Badge, EmptyState, NoticeCard, PageHeader, paths, Skeleton } from '@polylogue/web-kit';
import { Link } from '@polylogue/web-kit/router';
import { ConversationList } from './conversation-list.js';
import { shownAtMost, useAllConversations } from './conversations.api.js';

export default function ConversationHistory() {
  const { data: conversations, isPending, isError, refetch } = useAllConversations();
  return (
    <div className="pl-page">
      <PageHeader
        title="Conversation History"
        beside={conversations && conversations.length > 0 && <Badge>{conversations.length}</Badge>}
      />
      {isPending && <Skeleton rows={10} rowHeight={49} />}
      {isError && !conversations && (
        <NoticeCard
          role="alert"
          title="Failed to fetch conversations"
          text="Nothing is lost. Check the connection, then try again."
          action={
            <button type="button" className="pl-button" onClick={() => void refetch()}>
              Retry
            </button>
          }
        />
      )}
      {conversations?.length === 0 && <NoConversations />}
      {conversations && conversations.length > 0 && <ConversationList conversations={conversations} />}
      {conversations?.length === shownAtMost && <p>The {shownAtMost} latest conversations are shown.</p>}
    </div>
  );
}

const NoConversations = () => (
  <section className="pl-card">
    <EmptyState
      title="No conversations found"
      help="Send a message from the dashboard; each service's replies are kept here as one thread."
      action={
        <Link className="pl-button pl-button-primary" to={paths.dashboard.href()}>
          Go to Dashboard
        </Link>
      }
    />
  </section>
);
