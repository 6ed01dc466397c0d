import { EmptyState, PageHeader, paths } from '@polylogue/web-kit';
import { Link } from '@polylogue/web-kit/router';

export default function AiChat() {
  return (
    <div className="pl-page">
      <PageHeader title="AI Chat" />
      <section className="pl-card">
        <EmptyState
          title="No conversation yet"
          help="The version installed here cannot let two AI services talk to each other yet."
          action={
            <Link className="pl-button" to={paths.dashboard.href()}>
              Ask them side by side
            </Link>
          }
        />
      </section>
    </div>
  );
}
