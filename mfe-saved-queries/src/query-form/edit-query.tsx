import { paths } from '@polylogue/web-kit';
import { QueryState } from '@polylogue/web-kit/antd';
import { useNavigate, useParams } from '@polylogue/web-kit/router';
import { useEditedQuery, useUpdateSavedQuery } from '../saved-queries.api.js';
import { QueryForm } from './query-form.js';
import { bodyOf, formOf } from './query-form.rules.js';
import { QueryNotFound } from './query-not-found.js';

export default function EditQuery() {
  const id = Number(useParams()['id']);
  const shown = useEditedQuery(id);
  const query = shown.data;
  const update = useUpdateSavedQuery();
  const navigate = useNavigate();
  if (!query) {
    return (
      <div className="pl-page">
        <QueryState
          query={shown}
          skeleton={{ rows: 8, rowHeight: 48 }}
          failed={{ title: 'The query could not be loaded', text: 'Try again in a moment.' }}
          notFound={<QueryNotFound />}
        />
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
