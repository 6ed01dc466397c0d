import { EmptyState, paths } from '@polylogue/web-kit';
import { Link } from '@polylogue/web-kit/router';

export function QueryNotFound() {
  return (
    <div className="pl-page">
      <section className="pl-card">
        <EmptyState
          title="Query Not Found"
          help="The requested query could not be found."
          action={
            <Link className="pl-button" to={paths.savedQueries.href()}>
              Saved Queries
            </Link>
          }
        />
      </section>
    </div>
  );
}
