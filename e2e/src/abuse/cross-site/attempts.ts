import type { ApiSchema } from '../part.js';
import type { Attempt } from './attack.js';

/** What the victim has, by the word that stands before its id in a path. */
export type Ids = Readonly<Record<string, string | number>>;

const message = { message: 'Sent by another site', selectedAIs: ['demo-brief'], mode: 'individual' };

/** Bodies that calls take which do harm; any other is sent an empty one. */
const bodies: Readonly<Record<string, unknown>> = {
  '/api/send-message': message,
  '/api/send-message-with-file': { ...message, selectedAIs: '["demo-brief"]' },
  '/api/clear-filtered': { aiServices: ['demo-brief', 'demo-sage'] },
  '/api/saved-queries': { title: 'Of another site', content: 'x', selectedAiServices: ['demo-brief'] },
  '/api/answer-presets': { name: 'Of another site', settings: {}, aiServices: [] },
  '/api/account/keys': { name: 'Of another site', scopes: ['send'] },
  '/api/account/preferences': { historyPageSize: 100 },
  '/api/account/sign-out-everywhere': {},
  '/api/ai-chat/send': { message: 'x', aiService: 'demo-brief', conversationHistory: [] },
  '/api/notices/preferences': { inApp: [] },
  '/api/import': { schemaVersion: 1, conversations: [] },
  '/api/admin/users/{id}/role': { role: 'user' },
  '/api/admin/users/{id}/blocked': { blocked: true },
  '/api/admin/announcement': { text: 'Of another site', level: 'critical' },
  '/api/login': { email: 'nobody@example.test', password: 'of another site' },
};

/** Every call of the description, at what the victim has, but for those of programs with a key of their own. */
export function attemptsOf({ paths }: ApiSchema, ids: Ids): Attempt[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/') && !path.startsWith('/api/webhooks/'))
    .flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
        .map((method) => ({
          method: method.toUpperCase(),
          path: filled(path, ids),
          body: method === 'get' ? undefined : (bodies[path] ?? {}),
        })),
    );
}

const filled = (path: string, ids: Ids) =>
  path.replace(/([\w-]+)\/\{\w+\}/g, (_all, word: string) => `${word}/${ids[word] ?? '1'}`).replace(/\{\w+\}/g, '1');
