import { describe, expect, it } from '@jest/globals';
import { keyScopeOf } from './key-scopes.js';
import { routes } from './routes.js';

/**
 * Who may change what. Adding or changing content needs approval, as spending does; taking away, stopping, and what
 * concerns one's own account does not. A new route that writes is decided here.
 */
const writing = {
  // A webhook is let in by its signature.
  // The links of mails, and those for a new password, are let in by their token.
  public: [
    'POST /api/login',
    'POST /api/notice-targets/confirm',
    'POST /api/notice-targets/unsubscribe',
    'POST /api/reset-password',
    'POST /api/signup',
    'POST /api/webhooks/saved-queries/{id}',
  ],
  'signed-in': [
    'DELETE /api/account/keys/{id}',
    'DELETE /api/account/sessions/{id}',
    'DELETE /api/agreement-maps/{id}',
    'DELETE /api/ai-chat/sessions/{id}',
    'DELETE /api/answer-presets/{id}',
    'DELETE /api/backtests/{id}',
    'DELETE /api/broadcasts/{id}/vote',
    'DELETE /api/comparisons/{id}',
    'DELETE /api/conversations/all',
    'DELETE /api/conversations/{id}',
    'DELETE /api/merged-answers/{id}',
    'DELETE /api/notice-targets/{id}',
    'DELETE /api/round-shares/{id}',
    'DELETE /api/saved-queries/{id}',
    'DELETE /api/saved-queries/{id}/webhook',
    'DELETE /api/shared-rounds/{id}/vote',
    'DELETE /api/suites/{id}',
    'DELETE /api/summaries/{id}',
    'GET /api/clear',
    'POST /api/account/delete',
    'POST /api/account/keys',
    'POST /api/account/password',
    'POST /api/account/sign-out-everywhere',
    'POST /api/agreement-maps/{id}/cancel',
    'POST /api/agreement-maps/{id}/settlings/cancel',
    'POST /api/ai-chat/sessions/{id}/cancel',
    'POST /api/backtests/{id}/cancel',
    'POST /api/backtests/{id}/pause',
    'POST /api/backtests/{id}/reveal',
    'POST /api/broadcasts/{id}/cancel',
    'POST /api/clear-filtered',
    'POST /api/merged-answers/{id}/cancel',
    'POST /api/notices/read',
    'POST /api/quality-assessments/broadcast/{id}/cancel',
    'POST /api/suite-runs/{id}/cancel',
    'POST /api/summaries/{id}/cancel',
    'POST /mcp',
    'PUT /api/account/preferences',
    'PUT /api/agreement-maps/{id}/claims/{claim}/mark',
    'PUT /api/comparisons/{id}',
    'PUT /api/notice-targets/{id}',
    'PUT /api/notices/preferences',
  ],
  approved: [
    'DELETE /api/rubrics/{id}',
    'POST /api/agreement-maps',
    'POST /api/agreement-maps/estimate',
    'POST /api/agreement-maps/{id}/answers',
    'POST /api/agreement-maps/{id}/answers/estimate',
    'POST /api/agreement-maps/{id}/settlings',
    'POST /api/agreement-maps/{id}/settlings/estimate',
    'POST /api/ai-chat/send',
    'POST /api/ai-chat/sessions/{id}/summarize',
    'POST /api/ai-services/{name}/retry',
    'POST /api/answer-presets',
    'POST /api/backtests',
    'POST /api/backtests/estimate',
    'POST /api/backtests/{id}/resume',
    'POST /api/broadcasts/{id}/replay',
    'POST /api/broadcasts/{id}/reveal',
    'POST /api/broadcasts/{id}/shares',
    'POST /api/continue-conversation',
    'POST /api/estimates',
    'POST /api/import',
    'POST /api/merged-answers/{id}/continue',
    'POST /api/messages/{id}/retry',
    'POST /api/notice-targets',
    'POST /api/notice-targets/{id}/link',
    'POST /api/notice-targets/{id}/test',
    'POST /api/quality-assessments/estimate',
    'POST /api/quality-assessments/run',
    'POST /api/rubrics',
    'POST /api/rubrics/preview',
    'POST /api/saved-queries',
    'POST /api/saved-queries/preview',
    'POST /api/saved-queries/preview-text',
    'POST /api/saved-queries/{id}/execute',
    'POST /api/saved-queries/{id}/webhook',
    'POST /api/send-message',
    'POST /api/send-message-with-file',
    'POST /api/suites',
    'POST /api/suites/promptfoo',
    'POST /api/suites/{id}/estimate',
    'POST /api/suites/{id}/runs',
    'POST /api/suites/{id}/schedule/preview',
    'POST /api/summaries/estimate',
    'POST /api/summaries/{id}/continue',
    'POST /api/summarize-responses',
    'POST /v1/chat/completions',
    'PUT /api/ai-chat/sessions/{id}',
    'PUT /api/answer-presets/{id}',
    'PUT /api/backtests/{id}/pairs/{number}',
    'PUT /api/broadcasts/{id}/pin',
    'PUT /api/broadcasts/{id}/vote',
    'PUT /api/rubrics/{id}',
    'PUT /api/saved-queries/{id}',
    'PUT /api/shared-rounds/{id}/vote',
    'PUT /api/suites/{id}/assertions',
    'PUT /api/suites/{id}/schedule',
  ],
};

const isAdmins = (path: string) => path.startsWith('/api/admin/');
const writes = routes.filter(({ method, path }) => method !== 'GET' || path === '/api/clear');

describe('a call that changes something', () => {
  it.each(Object.entries(writing))('is for those who are %s, and for no others', (access, names) => {
    const found = writes.filter((route) => !isAdmins(route.path) && route.access === access);
    expect(found.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(names);
  });

  it('under /api/admin is for administrators', () => {
    const others = routes.filter(({ path, access }) => isAdmins(path) !== (access === 'admin'));
    expect(others.map(({ path }) => path)).toEqual([]);
  });
});

/** What a key of each scope may change; all other changes need a session. */
const writingWithKey = {
  send: [
    'POST /api/agreement-maps',
    'POST /api/agreement-maps/estimate',
    'POST /api/agreement-maps/{id}/answers',
    'POST /api/agreement-maps/{id}/answers/estimate',
    'POST /api/agreement-maps/{id}/cancel',
    'POST /api/agreement-maps/{id}/settlings',
    'POST /api/agreement-maps/{id}/settlings/cancel',
    'POST /api/agreement-maps/{id}/settlings/estimate',
    'POST /api/ai-chat/send',
    'POST /api/ai-chat/sessions/{id}/cancel',
    'POST /api/ai-chat/sessions/{id}/summarize',
    'POST /api/broadcasts/{id}/cancel',
    'POST /api/broadcasts/{id}/replay',
    'POST /api/continue-conversation',
    'POST /api/estimates',
    'POST /api/merged-answers/{id}/cancel',
    'POST /api/merged-answers/{id}/continue',
    'POST /api/messages/{id}/retry',
    'POST /api/send-message',
    'POST /api/send-message-with-file',
    'POST /api/summaries/estimate',
    'POST /api/summaries/{id}/cancel',
    'POST /api/summaries/{id}/continue',
    'POST /api/summarize-responses',
    'POST /v1/chat/completions',
    'PUT /api/agreement-maps/{id}/claims/{claim}/mark',
  ],
  schedules: [
    'DELETE /api/saved-queries/{id}',
    'POST /api/saved-queries',
    'POST /api/saved-queries/preview',
    'POST /api/saved-queries/preview-text',
    'POST /api/saved-queries/{id}/execute',
    'PUT /api/saved-queries/{id}',
  ],
};

describe('an API key', () => {
  it.each(Object.entries({ ...writingWithKey, read: ['POST /mcp'] }))(
    'of scope %s changes this and nothing else',
    (scope, names) => {
      const found = writes
        .filter((route) => keyScopeOf(route) === scope)
        .map(({ method, path }) => `${method} ${path}`);
      expect(found.toSorted()).toEqual(names);
    },
  );

  it('reaches no route of sign-in, of the account, of keys or of administrators', () => {
    const closed = /^\/api\/(login|logout|signup|callback|account|auth|admin)(\/|$)/;
    const reached = routes.filter((route) => closed.test(route.path) && keyScopeOf(route) !== undefined);
    expect(reached.map(({ path }) => path)).toEqual([]);
  });
});
