import { afterEach, describe, expect, it } from '@jest/globals';
import { ReplyStatus } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import {
  aUser,
  closing,
  delta,
  freshDatabase,
  gate,
  says,
  saysAround,
  type Script,
  scriptedAi,
  tcpProxy,
  until,
} from '@polylogue/test-kit';
import { service } from '../src/service.js';
import {
  acceptedOf,
  as,
  collect,
  doneOf,
  follow,
  message,
  startConversation,
  textsOf,
} from './conversation.fixture.js';
import { startReplica } from './replica.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

const never = new Promise<void>(() => {});

async function aDatabase() {
  const database = await freshDatabase(service);
  add({ close: () => database.drop() });
  return database;
}

describe('when ai-dispatch dies', () => {
  async function start(scripts: Record<string, Script>) {
    const ai = add(await scriptedAi(scripts));
    const proxy = add(await tcpProxy(`http://${ai.url}`));
    const conversation = add(await startConversation(new URL(proxy.urlOf(`http://${ai.url}`)).host));
    return { ai, proxy, conversation };
  }

  it('before any text, the reply is dispatched again', async () => {
    const { ai, proxy, conversation } = await start({ gpt: saysAround([], { opened: never }, []) });
    const sending = follow(conversation.broadcasts.sendMessage(message(['gpt']), as(aUser())));
    await until(() => ai.requests.length === 1);
    ai.scripts['gpt'] = says('Here I am.');
    await proxy.shut();
    await proxy.open();
    await sending.ended;
    expect(doneOf(sending.events).replies).toMatchObject([{ status: ReplyStatus.COMPLETED, content: 'Here I am.' }]);
    expect(new Set(ai.requests.map(({ callId }) => callId)).size).toBe(2);
  });

  it('after some text, the reply is interrupted and not dispatched again', async () => {
    const { ai, proxy, conversation } = await start({ gpt: saysAround(['Half a'], { opened: never }, []) });
    const sending = follow(conversation.broadcasts.sendMessage(message(['gpt']), as(aUser())));
    await until(() => sending.text('gpt') === 'Half a');
    await proxy.shut();
    await proxy.open();
    await sending.ended;
    expect(doneOf(sending.events).replies).toMatchObject([
      { status: ReplyStatus.INTERRUPTED, content: 'Half a', errorCode: 'dispatch_lost' },
    ]);
    expect(ai.requests).toHaveLength(1);
  });

  it('again and again, the reply is dispatched three times at most', async () => {
    // A stream that closes without an end.
    const breaks = saysAround([], { opened: Promise.reject(new AppError('unavailable', 'gone', 'Gone.')) }, []);
    const { ai, conversation } = await start({ gpt: breaks, claude: says('Fine.') });
    const events = await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude']), as(aUser())));
    expect(doneOf(events).replies).toMatchObject([
      { status: ReplyStatus.FAILED, content: '', errorCode: 'dispatch_unavailable' },
      { status: ReplyStatus.COMPLETED },
    ]);
    expect(ai.requests.filter(({ aiService }) => aiService === 'gpt')).toHaveLength(3);
  });
});

describe('when conversation is killed', () => {
  it('another replica decides: with text it is interrupted, without it is dispatched again, an ended one stays', async () => {
    const ai = add(
      await scriptedAi({
        gpt: saysAround(['Half a'], { opened: never }, []),
        claude: saysAround([], { opened: never }, []),
        grok: says('All of it.'),
      }),
    );
    const database = await aDatabase();
    const dying = add(await startReplica(ai.url, database));
    const user = aUser();
    const sending = follow(dying.broadcasts.sendMessage(message(['gpt', 'claude', 'grok']), as(user)));
    await until(() => sending.text('gpt') !== '' && sending.events.some(({ event }) => event?.$case === 'reply'));
    const successor = add(await startConversation(ai.url, { database }));
    await until(
      async () =>
        (await successor.rows('SELECT 1 FROM conversation.reply_parts WHERE body = $1', ['Half a'])).length > 0,
    );
    ai.scripts['claude'] = says('Second ', 'try.');
    await dying.kill();
    await expect(sending.ended).rejects.toMatchObject({ kind: 'unavailable' });
    await successor.lapse();

    const { broadcastId } = acceptedOf(sending.events);
    const afterId = sending.events.at(-1)!.id;
    const rest = await collect(successor.broadcasts.resumeBroadcast({ broadcastId, afterId }, as(user)));
    expect(textsOf([...sending.events, ...rest])).toEqual({ gpt: 'Half a', claude: 'Second try.', grok: 'All of it.' });
    expect(doneOf(rest).replies).toMatchObject([
      { aiService: 'gpt', status: ReplyStatus.INTERRUPTED, content: 'Half a', errorCode: 'dispatch_lost' },
      { aiService: 'claude', status: ReplyStatus.COMPLETED, content: 'Second try.' },
      { aiService: 'grok', status: ReplyStatus.COMPLETED, content: 'All of it.' },
    ]);
    const whole = [...sending.events, ...rest];
    expect(whole.filter(({ event }) => event?.$case === 'reply')).toHaveLength(3);
    expect(whole.every(({ id }, index) => id > (whole[index - 1]?.id ?? 0))).toBe(true);
    const again = ai.callers.at(-1)?.caller;
    expect(again).toMatchObject({ userId: user.userId, onBehalfOf: true, isPresent: false, issuer: 'conversation' });

    const published = await successor.rows(
      `SELECT subject, reply->>'aiService' AS service
       FROM conversation.outbox LEFT JOIN LATERAL jsonb_array_elements(payload->'replies') AS reply ON true
       ORDER BY position`,
    );
    const subjects = published.map(({ subject }) => String(subject).split('.')[1]);
    expect(subjects).toEqual(['message_sent', 'reply_stored', 'reply_stored', 'broadcast_completed']);
    expect(new Set(published.map(({ service }) => service))).toEqual(new Set([null, 'gpt', 'claude', 'grok']));
  });

  it('a cancel that it had not seen is carried out', async () => {
    const ai = add(await scriptedAi({ gpt: saysAround([], { opened: never }, []) }));
    const database = await aDatabase();
    const dying = add(await startReplica(ai.url, database));
    const user = as(aUser());
    const sending = follow(dying.broadcasts.sendMessage(message(['gpt']), user));
    await until(() => ai.requests.length === 1);
    const { broadcastId } = acceptedOf(sending.events);
    await dying.kill();
    const successor = add(await startConversation(ai.url, { database }));
    await successor.broadcasts.cancelBroadcast({ broadcastId, aiServices: [] }, user);
    await successor.lapse();
    const events = await collect(successor.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, user));
    expect(doneOf(events).replies).toMatchObject([{ status: ReplyStatus.CANCELLED, content: '' }]);
    expect(ai.requests).toHaveLength(1);
  });
});

describe('a lease', () => {
  it('is extended while its process lives', async () => {
    const ai = add(await scriptedAi({ gpt: saysAround([], { opened: never }, []) }));
    const conversation = add(await startConversation(ai.url));
    follow(conversation.broadcasts.sendMessage(message(['gpt']), as(aUser())));
    const lease = async () => (await conversation.rows('SELECT lease_until, fence FROM conversation.dispatches'))[0];
    const before = await until(lease);
    await until(async () => ((await lease())!['lease_until'] as Date) > (before['lease_until'] as Date));
    expect((await lease())!['fence']).toBe(1);
  });

  it('is extended while all other connections are busy: the reply goes on', async () => {
    const ai = add(await scriptedAi({ gpt: saysAround([], { opened: never }, []) }));
    const conversation = add(await startConversation(ai.url, { env: { CONVERSATION_DATABASE_POOL: '1' } }));
    follow(conversation.broadcasts.sendMessage(message(['gpt']), as(aUser())));
    await until(() => ai.requests.length === 1);
    const { opened, open } = gate();
    const busy = conversation.service.database.asWorker(() => opened);
    const lease = async () =>
      (await conversation.rows('SELECT lease_until FROM conversation.dispatches'))[0]!['lease_until'] as Date;
    for (let beat = 0, before = await lease(); beat < 3; beat += 1) {
      await until(async () => (await lease()) > before, { what: 'a heartbeat' });
      before = await lease();
    }
    open();
    await busy;
  });

  it('that lapsed makes every later write of its former owner ineffective', async () => {
    const { opened, open } = gate();
    const ai = add(await scriptedAi({ gpt: saysAround(['Half a'], { opened }, [' reply']) }));
    const database = await aDatabase();
    const sleepy = add(await startConversation(ai.url, { database, env: { CONVERSATION_HEARTBEAT_SECONDS: '600' } }));
    const user = as(aUser());
    const sending = follow(sleepy.broadcasts.sendMessage(message(['gpt']), user));
    await until(async () => (await sleepy.rows('SELECT 1 FROM conversation.reply_parts')).length > 0);
    const successor = add(await startConversation(ai.url, { database }));
    await successor.lapse();
    const reply = async () => (await sleepy.rows(`SELECT * FROM conversation.messages WHERE role = 'assistant'`))[0]!;
    await until(async () => (await reply())['status'] === 'interrupted');
    open();
    await sending.ended;
    expect(doneOf(sending.events).replies).toMatchObject([{ status: ReplyStatus.INTERRUPTED, content: 'Half a' }]);
    expect(await reply()).toMatchObject({ status: 'interrupted', content: 'Half a' });
    const ends = await sleepy.rows(`SELECT 1 FROM conversation.outbox WHERE subject LIKE '%broadcast_completed%'`);
    expect(ends).toHaveLength(1);
  });
});

describe('a process that cannot reach Postgres', () => {
  /** Two replicas; the first reaches Postgres through a proxy. Its leases are those of production, but shorter. */
  async function startCut(scripts: Record<string, Script>) {
    const ai = add(await scriptedAi(scripts));
    const database = await aDatabase();
    const proxy = add(await tcpProxy(database.appUrl));
    const cut = add(
      await startConversation(ai.url, {
        database,
        env: {
          CONVERSATION_DATABASE_URL: proxy.urlOf(database.appUrl),
          CONVERSATION_WORKER_DATABASE_URL: proxy.urlOf(database.workerUrl),
          CONVERSATION_LEASE_SECONDS: '4',
        },
      }),
    );
    const other = add(await startConversation(ai.url, { database }));
    return { ai, proxy, cut, other };
  }

  it('has closed the provider’s stream before another process dispatches again', async () => {
    const { ai, proxy, cut, other } = await startCut({ gpt: saysAround([], { opened: never }, []) });
    const user = as(aUser());
    const sending = follow(cut.broadcasts.sendMessage(message(['gpt']), user));
    await until(() => ai.requests.length === 1);
    const { broadcastId } = acceptedOf(sending.events);
    let leftBefore: string[] | undefined;
    ai.scripts['gpt'] = (...args) => {
      leftBefore ??= [...ai.cancelled];
      return says('Once.')(...args);
    };
    proxy.freeze();
    expect(await until(() => leftBefore, { what: 'the other process' })).toEqual(['gpt']);
    const events = await collect(other.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, user));
    expect(doneOf(events).replies).toMatchObject([{ status: ReplyStatus.COMPLETED, content: 'Once.' }]);
    proxy.thaw();
    expect(ai.requests).toHaveLength(2);
  });

  it('and had sent text that was never stored, does not have it shown together with that of the next run', async () => {
    const { opened: isCut, open: say } = gate();
    const { ai, proxy, cut, other } = await startCut({
      gpt: async function* () {
        await isCut;
        yield delta('Half a');
        await never;
      },
    });
    const user = as(aUser());
    const sending = follow(cut.broadcasts.sendMessage(message(['gpt']), user));
    await until(() => ai.requests.length === 1);
    ai.scripts['gpt'] = says('All ', 'of it.');
    proxy.freeze();
    say();
    await until(() => sending.text('gpt') === 'Half a');
    const shown = sending.events.at(-1)!;
    await until(() => ai.requests.length === 2, { what: 'the other process' });
    proxy.thaw();
    await sending.ended;
    const { broadcastId } = acceptedOf(sending.events);
    const resumed = await collect(other.broadcasts.resumeBroadcast({ broadcastId, afterId: shown.id }, user));
    for (const rest of [sending.events.slice(sending.events.indexOf(shown) + 1), resumed]) {
      // After a second `accepted` all texts are sent from their beginning.
      expect(rest.map(({ event }) => event?.$case)).toEqual(['accepted', 'delta', 'reply', 'done']);
      expect(textsOf(rest)).toEqual({ gpt: 'All of it.' });
      expect([shown, ...rest].every(({ id }, index, all) => index === 0 || id > all[index - 1]!.id)).toBe(true);
    }
  });

  it('keeps what had arrived when no process has taken the reply over', async () => {
    const { ai, proxy, cut, other } = await startCut({ gpt: saysAround(['Half a'], { opened: never }, []) });
    await other.close();
    const sending = follow(cut.broadcasts.sendMessage(message(['gpt']), as(aUser())));
    await until(() => sending.text('gpt') === 'Half a');
    proxy.freeze();
    await until(() => ai.cancelled.length > 0);
    proxy.thaw();
    await sending.ended;
    expect(doneOf(sending.events).replies).toMatchObject([
      { status: ReplyStatus.INTERRUPTED, content: 'Half a', errorCode: 'dispatch_lost' },
    ]);
  });
});

describe('when conversation is terminated', () => {
  it('replies may finish, and their text is kept', async () => {
    const { opened, open } = gate();
    const ai = add(await scriptedAi({ gpt: saysAround(['To '], { opened }, ['the end.']) }));
    const database = await aDatabase();
    const stopping = await startConversation(ai.url, { database, env: { DRAIN_SECONDS: '10' } });
    const sending = follow(stopping.broadcasts.sendMessage(message(['gpt']), as(aUser())));
    await until(() => sending.text('gpt') !== '');
    const closed = stopping.close();
    open();
    await Promise.all([sending.ended, closed]);
    expect(doneOf(sending.events).replies).toMatchObject([{ status: ReplyStatus.COMPLETED, content: 'To the end.' }]);
  });

  it('what does not finish in time is stored and released to a successor at once', async () => {
    const ai = add(
      await scriptedAi({
        gpt: saysAround(['Half a'], { opened: never }, []),
        claude: saysAround([], { opened: never }, []),
      }),
    );
    const database = await aDatabase();
    const stopping = add(await startReplica(ai.url, database, { DRAIN_SECONDS: '0.1' }));
    const user = as(aUser());
    const sending = follow(stopping.broadcasts.sendMessage(message(['gpt', 'claude']), user));
    await until(() => sending.text('gpt') !== '' && ai.requests.length === 2);
    await stopping.terminate();
    await until(() => ai.cancelled.length === 2);
    ai.scripts['claude'] = says('Later.');

    const successor = add(await startConversation(ai.url, { database }));
    const { broadcastId } = acceptedOf(sending.events);
    const events = await collect(successor.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, user));
    expect(doneOf(events).replies).toMatchObject([
      { aiService: 'gpt', status: ReplyStatus.INTERRUPTED, content: 'Half a' },
      { aiService: 'claude', status: ReplyStatus.COMPLETED, content: 'Later.' },
    ]);
  });
});

describe('when Postgres is away for a while', () => {
  it('replies go on, and are stored when it is back', async () => {
    const { opened, open } = gate();
    const ai = add(await scriptedAi({ gpt: saysAround(['Patience '], { opened }, ['pays.']) }));
    const database = await aDatabase();
    const proxy = add(await tcpProxy(database.appUrl));
    const env = {
      CONVERSATION_DATABASE_URL: proxy.urlOf(database.appUrl),
      CONVERSATION_WORKER_DATABASE_URL: proxy.urlOf(database.workerUrl),
    };
    const conversation = add(await startConversation(ai.url, { database, env }));
    const sending = follow(conversation.broadcasts.sendMessage(message(['gpt']), as(aUser())));
    await until(() => sending.text('gpt') !== '');
    await proxy.shut();
    open();
    await until(() => sending.text('gpt') === 'Patience pays.');
    await proxy.open();
    await sending.ended;
    const [reply] = await conversation.rows(
      `SELECT content, status FROM conversation.messages WHERE role = 'assistant'`,
    );
    expect(reply).toEqual({ content: 'Patience pays.', status: 'completed' });
    expect(ai.requests).toHaveLength(1);
  });
});
