import { isAnswered404 } from './client.js';
import { wordOf } from './markers.rules.js';
import { nextMinute, timesOf } from './slots.rules.js';
import { key, queryOf, type Stage } from './stage.js';

/** A user who is at work in several places while an administrator erases them. */
export async function leave(stage: Stage<'leave'>): Promise<void> {
  const { action, journal, administrator, leaver, clientOf } = stage;
  const { marker, user, aiServices } = action;
  if (!leaver) throw new Error('nobody was signed up to leave');
  const entry = journal.begin({ kind: 'leave', marker, user, aiServices });
  entry.erases(leaver.id, leaver.account.cookie);
  const gone = new AbortController();
  const client = clientOf(leaver.account, gone.signal);
  const word = wordOf(marker);
  const body = { message: `${marker}: of ${word}`, selectedAIs: aiServices, mode: 'selective', ownComparison: true };
  const replying = new Promise<void>((resolve, reject) => {
    const sending = client.stream('/api/send-message', body, key()['idempotency-key'], (event) => {
      if (event === 'delta') resolve();
    });
    sending.then(() => resolve(), reject);
  });
  const query = { ...queryOf(action), title: word, ...timesOf(nextMinute(new Date())) };
  const scheduling = client.json('POST', '/api/saved-queries', query, key());
  await Promise.all([replying, scheduling]);
  try {
    await administrator.json('DELETE', `/api/admin/users/${leaver.id}`);
  } catch (error) {
    if (!isAnswered404(error)) throw error;
  } finally {
    gone.abort(new Error('the user is gone'));
  }
  entry.acknowledged();
}
