import { describe, expect, it } from '@jest/globals';
import {
  cancelBroadcast,
  resumeBroadcast,
  sendMessage,
  type BroadcastStreamEvent,
  type Route,
} from '@polylogue/api-contract';
import { broadcast } from './broadcast.js';
import type { CallOf, Server } from './server.js';
import { ServerFailure } from './server-failure.js';

const accepted = event('1', 'accepted', { broadcastId: 'b', targets: [] });
const delta = event('2', 'delta', { aiService: 'gpt', messageId: 'm', text: 'Hi' });
const done = event('3', 'done', { broadcastId: 'b', results: [] });
const lost = new ServerFailure('The line broke.', 0);
const body = { message: 'Hi', selectedAIs: ['gpt'], mode: 'selective' as const };

function event(id: string, name: string, data: unknown) {
  return { id, event: name, data } as BroadcastStreamEvent;
}

/** Plays one script per connection, and remembers the calls. */
function scripted(...scripts: (BroadcastStreamEvent | Error | (() => void))[][]) {
  const calls: { route: Route; call: CallOf<Route> }[] = [];
  const remember = (route: Route, call: CallOf<Route>) => void calls.push({ route, call });
  const server = {
    call: async (route: Route, call: CallOf<Route>) => remember(route, call),
    async *events(route: Route, call: CallOf<Route>) {
      remember(route, call);
      for (const next of scripts.shift() ?? []) {
        if (next instanceof Error) throw next;
        if (typeof next === 'function') next();
        else yield next;
      }
    },
  };
  return { server: server as unknown as Server, calls };
}

async function namesOf(server: Server, interrupted = new AbortController().signal) {
  const names = [];
  for await (const { event: name } of broadcast(server, body, interrupted)) names.push(name);
  return names;
}

describe('the events of a broadcast', () => {
  it('go on after the last one seen when the line breaks or ends early', async () => {
    const { server, calls } = scripted([accepted, lost], [delta], [done]);
    expect(await namesOf(server)).toEqual(['accepted', 'delta', 'done']);
    expect(calls.map(({ route }) => route)).toEqual([sendMessage, resumeBroadcast, resumeBroadcast]);
    expect(calls.slice(1).map(({ call }) => call.headers?.['last-event-id'])).toEqual(['1', '2']);
  });

  it.each([
    ['the server was never reached', [lost], lost],
    ['it is refused', [accepted, new ServerFailure('Not any more.', 403)], 'Not any more.'],
  ])('end when %s', async (_, script, sentence) => {
    await expect(namesOf(scripted(script).server)).rejects.toThrow(sentence);
  });

  it.each(['before', 'after'])('are cancelled at the server once when interrupted %s it is accepted', async (when) => {
    const interrupt = new AbortController();
    const stop = () => interrupt.abort();
    const { server, calls } = scripted(when === 'before' ? [stop, accepted, done] : [accepted, stop, done]);
    expect(await namesOf(server, interrupt.signal)).toEqual(['accepted', 'done']);
    const cancels = calls.filter(({ route }) => (route as object) === cancelBroadcast);
    expect(cancels.map(({ call }) => call.parameters)).toEqual([{ id: 'b' }]);
  });
});
