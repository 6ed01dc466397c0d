import { EmptyState, paths } from '@polylogue/web-kit';
import { ButtonLink } from '@polylogue/web-kit/antd';

export function QueryNotFound() {
  return (
    <section className="pl-card">
      <EmptyState
        title="Query Not Found"
        help="The requested query could not be found."
        action={<ButtonLink to={paths.savedQueries.href()}>Saved Queries</ButtonLink>}
      />
    </section>
  );
}
