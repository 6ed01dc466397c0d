import { ApiError, NoticeCard, paths, Skeleton } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { useNavigate, useParams } from '@polylogue/web-kit/router';
import { useSavedQuery, useUpdateSavedQuery } from '../saved-queries.api.js';
import { QueryForm } from './query-form.js';
import { bodyOf, formOf } from './query-form.rules.js';
import { QueryNotFound } from './query-not-found.js';

export default function EditQuery() {
  const id = Number(useParams()['id']);
  const { data: query, error, isPending, refetch } = useSavedQuery(id);
  const update = useUpdateSavedQuery();
  const navigate = useNavigate();
  if (isPending) {
    return (
      <div className="pl-page">
        <Skeleton rows={8} rowHeight={48} />
      </div>
    );
  }
  if (error instanceof ApiError && error.status === 404) return <QueryNotFound />;
  if (!query) {
    const retry = <Button onClick={() => void refetch()}>Retry</Button>;
    return (
      <div className="pl-page">
        <NoticeCard role="alert" title="The query could not be loaded" text="Try again in a moment." action={retry} />
      </div>
    );
  }
  return (
    <QueryForm
      key={query.id}
      heading="Edit Query"
      initial={formOf(query)}
      savedQueryId={query.id}
      submit={{ label: 'Update Query', pending: 'Updating...', isPending: update.isPending }}
      onSubmit={(form) =>
        update.mutate(
          { parameters: { id: query.id }, body: bodyOf(form) },
          { onSuccess: () => void navigate(paths.savedQueries.href()) },
        )
      }
    />
  );
}
