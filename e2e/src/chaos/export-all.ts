import type { Stage } from './stage.js';

interface Export {
  conversations: unknown[];
}

/** Signs in once more and exports everything; what is read must be whole. */
export async function exportAll({ action, client, journal, account }: Stage<'export'>): Promise<void> {
  const { marker, user } = action;
  const entry = journal.begin({ kind: 'export', marker, user, aiServices: [] });
  const { email, password } = account;
  await client.signIn({ email, password });
  const { conversations } = await client.json<Export>('GET', '/api/export-all?format=json');
  if (Array.isArray(conversations)) entry.acknowledged();
}
