import { describe, expect, it } from '@jest/globals';
import {
  exportAccount,
  exportAll,
  exportUsage,
  getLiveEvents,
  getMedia,
  getOwnPicture,
  importConversations,
  listConversations,
  listModels,
  listRubrics,
  previewRetention,
  replayDeadLetters,
  resumeBroadcast,
  retryAiService,
  testAiService,
  verifyAudit,
  routes,
  sendMessage,
  sendMessageWithFile,
  type Route,
} from '@polylogue/api-contract';
import { queueOf } from './queues.rules.js';

describe('the queue of a call', () => {
  it.each<[string, Route, ReturnType<typeof queueOf>]>([
    ['a list', listRubrics, 'calls'],
    ['conversations with their texts', listConversations, 'conversations'],
    ['a message, until its answer is waited for', sendMessage, 'calls'],
    ['a picture or a film, until its bytes begin', getMedia, 'calls'],
    ['models, for programs', listModels, 'calls'],
    ['an export', exportAll, 'downloads'],
    ['one of an account', exportAccount, 'downloads'],
    ['one for administrators', exportUsage, 'downloads'],
    ['whether the audit log is whole', verifyAudit, 'tasks'],
    ['dead letters that are handed on again', replayDeadLetters, 'tasks'],
    ['what a rule would remove', previewRetention, 'tasks'],
    ['hints for a page', getLiveEvents, undefined],
    ['a stream that goes on', resumeBroadcast, undefined],
    ['files that are sent', sendMessageWithFile, undefined],
    ['an import', importConversations, undefined],
    ['a picture of the issuer', getOwnPicture, undefined],
    ['whether a provider answers', retryAiService, undefined],
  ])('%s', (_what, route, queue) => expect(queueOf(route)).toBe(queue));

  it('is one of short calls for each route that answers JSON and takes no file', () => {
    const others = routes.filter((route) => route.answer && !route.upload && queueOf(route) !== 'calls');
    const long = [listConversations, previewRetention, replayDeadLetters, verifyAudit];
    expect(new Set(others)).toEqual(new Set([...long, retryAiService, testAiService, importConversations]));
  });
});
