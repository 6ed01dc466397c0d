import { paths } from '@polylogue/web-kit';
import { useRef } from 'react';
import { useNavigate } from '@polylogue/web-kit/router';
import { useCreateSavedQuery } from '../saved-queries.api.js';
import { QueryForm } from './query-form.js';
import { bodyOf, emptyForm, type QueryForm as Form } from './query-form.rules.js';

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export default function CreateQuery() {
  const create = useCreateSavedQuery();
  const navigate = useNavigate();
  // A second click after a lost answer makes nothing twice; another form is another query.
  const last = useRef({ text: '', key: '' });
  const onSubmit = (form: Form) => {
    const body = bodyOf(form);
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    create.mutate(
      { body, idempotencyKey: last.current.key },
      { onSuccess: () => void navigate(paths.savedQueries.href()) },
    );
  };
  return (
    <QueryForm
      heading="Create New Query"
      initial={emptyForm(ownZone())}
      submit={{ label: 'Create Query', pending: 'Creating...', isPending: create.isPending }}
      onSubmit={onSubmit}
    />
  );
}
