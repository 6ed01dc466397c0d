import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@polylogue/web-kit';
import { answer, aTalk, lost, startDriver, text, type Script } from './chat-driver.fixture.js';
import { isActive, repliesOf } from './conversation.state.js';

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** Says a little and then nothing, until the test ends it. */
function hanging() {
  let end: (event: ReturnType<typeof answer>) => void = () => undefined;
  const ended = new Promise<ReturnType<typeof answer>>((resolve) => (end = resolve));
  const script: Script = async function* () {
    yield text('Half');
    yield await ended;
  };
  return { script, end };
}

describe('a conversation', () => {
  it('goes from side to side with a pause of 2 to 5 seconds, until its turn limit', async () => {
    const { driver, store, sent, world, saved, notices, settle, pass } = startDriver();
    const running = driver.start(aTalk(), 'Argue.');
    await settle();
    expect(store.now.phase).toBe('waiting');
    expect(world.waits[0]?.ms).toBe(3_500);
    await pass();
    await pass();
    await running;
    expect(sent.map(({ body }) => [body.aiService, body.message])).toEqual([
      ['gpt', 'Argue.'],
      ['claude', 'I am gpt in id-2'],
      ['gpt', 'I am claude in id-3'],
    ]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
    expect(store.now).toMatchObject({ phase: 'ended', end: { reason: 'turn_limit' } });
    expect(saved.at(-1)).toMatchObject({ endReason: 'turn_limit', endNote: 'The limit of 3 messages was reached.' });
    expect(notices.map(({ kind }) => kind)).toEqual(['started']);
  });

  it('stops in the middle of a reply: the server is called at once, the end says so, and nothing more is sent', async () => {
    const { script, end } = hanging();
    const { driver, store, sent, cancels, notices, settle, world } = startDriver(script);
    void driver.start(aTalk(), 'Argue.');
    await settle();
    expect(store.now.lines.at(-1)).toMatchObject({ text: 'Half', status: 'open' });
    void driver.stop();
    await settle();
    expect(cancels).toEqual(['id-1']);
    expect(store.now).toMatchObject({ phase: 'ended', end: { reason: 'stopped' } });
    end(answer({ status: 'cancelled', response: 'Half', error: 'This reply was stopped.' }));
    await settle();
    world.waits.shift()?.over();
    await settle();
    expect(cancels).toHaveLength(1);
    expect(store.now.lines.at(-1)).toMatchObject({ text: 'Half', status: 'cancelled' });
    expect(sent).toHaveLength(1);
    expect(notices.map(({ kind }) => kind)).toEqual(['started', 'stopped']);
  });

  it('stops between two turns, and the pause sends nothing afterwards', async () => {
    const { driver, sent, settle, store } = startDriver();
    const running = driver.start(aTalk(), 'Argue.');
    await settle();
    await driver.stop();
    await running;
    expect(sent).toHaveLength(1);
    expect(repliesOf(store.now)).toHaveLength(1);
  });

  it('ends with a service that fails, and says which and why', async () => {
    const fails: Script = async function* () {
      yield answer({ status: 'failed', error: 'Too many requests.' });
    };
    const { driver, store, notices } = startDriver(fails);
    await driver.start(aTalk(), 'Argue.');
    expect(store.now.end).toEqual({ reason: 'failed', note: 'GPT did not answer: Too many requests.' });
    expect(notices.at(-1)).toEqual({ kind: 'failed', service: 'GPT', error: 'Too many requests.' });
  });

  it('whose line breaks keeps its transcript, and Continue asks the same turn with the same key', async () => {
    const breaks: Script = async function* () {
      yield text('Half an');
      throw lost();
    };
    const { driver, store, sent, world, notices, settle } = startDriver(breaks);
    await driver.start(aTalk(), 'Argue.');
    expect(store.now).toMatchObject({ phase: 'ended', end: { reason: 'connection' } });
    expect(store.now.lines.at(-1)).toMatchObject({ text: 'Half an', status: 'interrupted' });
    expect(notices.at(-1)).toEqual({ kind: 'connection' });
    world.script = async function* () {
      yield answer({ response: 'Half an answer, and the rest.' });
    };
    void driver.continue();
    await settle();
    expect(sent[1]).toEqual(sent[0]);
    expect(store.now.lines.map(({ text: said, status }) => [said, status])).toEqual([
      ['Argue.', 'completed'],
      ['Half an answer, and the rest.', 'completed'],
    ]);
  });

  it('that the server refuses shows its sentence, and is requested again under a new key', async () => {
    const refused: Script = async function* () {
      throw new ApiError('403: …', { status: 403, sentence: 'Your account is waiting for approval.' });
    };
    const { driver, store, sent, world, settle } = startDriver(refused);
    await driver.start(aTalk(), 'Argue.');
    expect(store.now.end).toEqual({ reason: 'connection', note: 'Your account is waiting for approval.' });
    world.script = async function* () {
      yield answer({ response: 'Now.' });
    };
    void driver.continue();
    await settle();
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it('that cannot even begin spends nothing', async () => {
    const { driver, store, sent, world, notices } = startDriver();
    world.isAway = true;
    await driver.start(aTalk(), 'Argue.');
    expect(sent).toEqual([]);
    expect(isActive(store.now)).toBe(false);
    expect(notices).toEqual([{ kind: 'connection' }]);
  });

  it('takes what the user puts in along with the next turn', async () => {
    const { driver, store, sent, settle, pass } = startDriver();
    void driver.start(aTalk(), 'Argue.');
    await settle();
    driver.interject('  Mind the cost. ');
    expect(store.now.queued).toEqual(['Mind the cost.']);
    await pass();
    expect(sent[1]?.body).toMatchObject({
      message: 'I am gpt in id-2\n\nThe person who reads along says: Mind the cost.',
      interjection: 'Mind the cost.',
    });
    expect(store.now.lines.map(({ speaker }) => speaker)).toEqual(['you', 0, 'you', 1]);
    expect(store.now.queued).toEqual([]);
  });

  it('in a loop ends and says so', async () => {
    const echo: Script = async function* () {
      yield answer({ response: 'I agree with what you just said.' });
    };
    const { driver, store, settle, pass } = startDriver(echo);
    const running = driver.start(aTalk({ turnLimit: 20 }), 'Argue.');
    await settle();
    for (let turn = 0; turn < 8; turn += 1) await pass();
    await running;
    expect(store.now.end).toEqual({ reason: 'loop', note: 'The two only repeat what they said before.' });
    expect(repliesOf(store.now).length).toBeLessThan(8);
  });

  it('that reached a limit is summed up by its moderator, and ends for the reason it ended for', async () => {
    const moderator = { aiService: 'mod', name: 'Moderator' };
    const { driver, store, summed, settle, pass } = startDriver();
    const running = driver.start(aTalk({ turnLimit: 2, moderator }), 'Argue.');
    await settle();
    await pass();
    await running;
    expect(summed).toEqual(['mod']);
    expect(store.now).toMatchObject({ phase: 'ended', end: { reason: 'turn_limit' } });
    expect(store.now.lines.at(-1)).toMatchObject({ speaker: 'moderator', status: 'completed' });
  });

  it('left by its page sends nothing more, and keeps why', async () => {
    const { driver, store, sent, saved, settle } = startDriver();
    void driver.start(aTalk(), 'Argue.');
    await settle();
    driver.leave();
    await settle();
    expect(sent).toHaveLength(1);
    expect(saved.at(-1)).toMatchObject({ endReason: 'left' });
    expect(store.now.phase).toBe('ended');
  });

  it('that was cleared is not changed by what arrives late', async () => {
    const { script, end } = hanging();
    const { driver, store, settle } = startDriver(script);
    void driver.start(aTalk(), 'Argue.');
    await settle();
    void driver.stop();
    driver.clear();
    end(answer({ response: 'Too late.' }));
    await settle();
    expect(store.now).toMatchObject({ phase: 'idle', lines: [], sessionId: '', queued: [] });
  });
});
