import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { KeyScope } from '@polylogue/api-contract';
import { fakeAi, freePort, until, type FakeAi } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { polylogue } from '../src/command-line.js';
import { setScene } from '../src/scene.js';
import { scriptedServices } from '../src/scripted-services.js';

interface Asked {
  comparison: string;
  address: string;
  replies: { aiService: string; success: boolean; content?: string }[];
  merged?: { content: string };
}

describe('polylogue in a terminal', () => {
  let vendor: FakeAi;
  let account: Account;
  let environment: Record<string, string>;
  let folder: string;

  const scene = setScene(async (keep) => {
    vendor = keep(await fakeAi());
    vendor.replies('one', { chunks: ['I am ', 'well.'] });
    vendor.replies('two', { chunks: ['So am I.\u001b[2J', '\u009b31m'] });
    vendor.replies('broken', { status: 400, errorMessage: 'no' });
    vendor.replies('endless', { chunks: ['It goes on'], fault: 'silent' });
    vendor.replies('judge', 'Both are well.');
    folder = await mkdtemp(join(tmpdir(), 'polylogue-cli-'));
    keep({ close: () => rm(folder, { recursive: true, force: true }) });
    const services = { one: 'text', two: 'text', broken: 'text', endless: 'text', judge: 'text' } as const;
    return { aiServices: scriptedServices(vendor, services), env: { QUALITY_MODE: 'off' } };
  });
  beforeAll(async () => {
    account = await scene.signUp('Ada');
    environment = { POLYLOGUE_URL: scene.url, POLYLOGUE_API_KEY: await aKey(['read', 'send', 'schedules']) };
  });

  async function aKey(scopes: KeyScope[]): Promise<string> {
    const made = await scene.apiOf(account).fetch('POST', '/api/account/keys', { name: 'Terminal', scopes });
    return ((await made.json()) as { key: string }).key;
  }
  const run = (words: string[], more: Record<string, string> = {}, input = '') =>
    polylogue(words, { ...environment, ...more }, input).ended;

  test('asks several services, writes their replies in order when piped, and leaves the dashboard as it is', async () => {
    const { code, out, err } = await run(['ask', 'How are you?', '--to', 'two,One']);
    expect(out).toMatch(/^## Two\n\nSo am I\.\[2J31m\n\n\(.*\)\n\n## One\n\nI am well\.\n\n\(.*\)\n\n$/);
    expect(err).toMatch(new RegExp(`^The comparison: ${scene.url}/history/[0-9a-f-]{36}\n$`));
    expect(code).toBe(0);
    const onDashboard = await scene.apiOf(account).fetch('GET', '/api/conversations');
    expect(await onDashboard.json()).toEqual([]);
  });

  test('answers JSON for scripts, with one answer from all on request', async () => {
    const { code, out } = await run(['ask', 'How are you?', '--to', 'one,two', '--by', 'judge', '--json']);
    const { comparison, address, replies, merged } = JSON.parse(out) as Asked;
    expect(code).toBe(0);
    expect(replies.map(({ content }) => content)).toEqual(['I am well.', 'So am I.\u001b[2J\u009b31m']);
    expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(merged?.content).toBe('Both are well.');
    expect(address).toBe(`${scene.url}/history/${comparison}`);
    const kept = await scene.apiOf(account).fetch('GET', `/api/comparisons/${comparison}`);
    expect(await kept.json()).toMatchObject({ id: comparison, title: 'How are you?' });
  });

  test('writes one answer from all after the replies, and says when there is none', async () => {
    const merging = (by: string) => run(['ask', 'How are you?', '--to', 'one,two', '--merged', '--by', by]);
    const whole = await merging('judge');
    expect(whole.out).toMatch(/^## One\n[^]*## Two\n[^]*## Merged by Judge\n\nBoth are well\.\n\n$/);
    expect(whole.code).toBe(0);
    const failing = await merging('broken');
    expect(failing).toMatchObject({ code: 1, out: expect.stringContaining('I am well.') });
    expect(failing.err).toMatch(/^polylogue: .+\nThe comparison: /);
    const alone = await run(['ask', 'Hi', '--to', 'one', '--merged']);
    expect(alone).toMatchObject({ code: 1, err: expect.stringContaining('nothing to merge') });
  });

  test('takes the question from a file or the standard input', async () => {
    const file = join(folder, 'question.md');
    await writeFile(file, '# How are you?\n\nIn a word.\n');
    for (const [name, input] of [[file, ''] as const, ['-', 'From a pipe?'] as const]) {
      const { code, out } = await run(['compare', name, '--to', 'one'], {}, input);
      expect([code, out]).toEqual([0, expect.stringContaining('I am well.')]);
    }
    const questions = vendor.requestsFor('one').map(({ body }) => body.messages?.at(-1)?.content);
    expect(questions.slice(-2)).toEqual(['# How are you?\n\nIn a word.\n', 'From a pipe?']);
    expect(await run(['compare', join(folder, 'nowhere.md')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be read (ENOENT)'),
    });
  });

  test('exits with 1 when a service failed, and shows the others', async () => {
    const { code, out } = await run(['ask', 'Hi', '--to', 'broken,one']);
    expect(out).toMatch(/^## Broken\n\n\n\n\(.+\)\n\n## One\n\nI am well\./);
    expect(code).toBe(1);
  });

  test('exits with 2, 3 and 4 for what cannot be asked, must not be, and is not there', async () => {
    const sender = await aKey(['send']);
    const port = await freePort();
    expect(await run(['ask', 'Hi', '--to', 'nobody'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('"nobody"'),
    });
    expect(await run(['ask', ' '])).toMatchObject({ code: 2 });
    expect(await run(['sing'])).toMatchObject({ code: 2, err: expect.stringContaining('no command "sing"') });
    expect(await run(['ask', 'Hi'], { POLYLOGUE_API_KEY: 'pl_live_wrong' })).toMatchObject({ code: 3, out: '' });
    expect(await run(['ask', 'Hi'], { POLYLOGUE_API_KEY: '' })).toMatchObject({ code: 3, out: '' });
    expect(await run(['services'], { POLYLOGUE_API_KEY: sender })).toMatchObject({
      code: 3,
      err: expect.stringContaining('"read"'),
    });
    expect(await run(['ask', 'Hi'], { POLYLOGUE_URL: `http://127.0.0.1:${port}` })).toMatchObject({
      code: 4,
      err: expect.stringContaining('cannot be reached'),
    });
  });

  test('cancels down to the provider at Ctrl-C, and keeps what had arrived', async () => {
    const asking = polylogue(['ask', 'On and on?', '--to', 'endless'], environment);
    await until(() => asking.shown().includes('It goes on'), { what: 'the beginning of the reply' });
    asking.interrupt();
    const { code, out } = await asking.ended;
    expect(out).toContain('It goes on');
    expect(code).toBe(130);
    expect(await vendor.requestsFor('endless').at(-1)!.closed).toEqual({ byClient: true });
  });

  test('cancels as well when nobody reads any more', async () => {
    let more: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (more = resolve));
    vendor.replies('endless', { chunks: ['It goes on', held, ' and on'], fault: 'silent' });
    const asking = polylogue(['ask', 'For whom?', '--to', 'endless'], environment);
    await until(() => asking.shown().includes('It goes on'), { what: 'the beginning of the reply' });
    asking.stopReading();
    more();
    expect((await asking.ended).code).toBe(130);
    expect(await vendor.requestsFor('endless').at(-1)!.closed).toEqual({ byClient: true });
  });

  test('writes a comparison as a file or to the standard output', async () => {
    const { out } = await run(['ask', 'To be kept?', '--to', 'one,two', '--json']);
    const { comparison, address } = JSON.parse(out) as Asked;
    const file = join(folder, 'kept.json');
    expect(await run(['export', address, '--as', 'json', '-o', file])).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ schemaVersion: 1 });
    const printed = await run(['export', comparison]);
    expect([printed.code, printed.out]).toEqual([0, expect.stringContaining('# To be kept?')]);
    expect(await run(['export', comparison, '--as', 'pdf'])).toMatchObject({ code: 2 });
    expect(await run(['export', comparison.replace(/.$/, (last) => (last === '0' ? '1' : '0'))])).toMatchObject({
      code: 2,
    });
  });

  test('runs a saved query by its title', async () => {
    const query = { title: 'Daily', content: 'How are you today?', selectedAiServices: ['one', 'two'] };
    await scene.apiOf(account).fetch('POST', '/api/saved-queries', query);
    const { code, out } = await run(['run', 'daily']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^## One\n\nI am well\.[^]*## Two\n\nSo am I\./)]);
    const asJson = await run(['run', 'Daily', '--json']);
    expect(JSON.parse(asJson.out)).toMatchObject({ status: 'completed', successfulResponses: 2 });
    expect(await run(['run', 'Weekly'])).toMatchObject({ code: 2, err: expect.stringContaining('"Weekly"') });
  });

  test('keeps address and key for its owner, and gives the key to no other server', async () => {
    const { POLYLOGUE_API_KEY: key = '' } = environment;
    const alone = { XDG_CONFIG_HOME: folder };
    const login = (url: string, input: string) => polylogue(['login', '--url', url], alone, input).ended;
    expect(await login(scene.url, 'pl_live_wrong\n')).toMatchObject({ code: 3 });
    expect(await polylogue(['services'], alone).ended).toMatchObject({ code: 3 });
    expect(await login(`${scene.url}/`, `${key}\n`)).toMatchObject({ code: 0, out: '' });
    const { mode } = await stat(join(folder, 'polylogue/config.json'));
    expect(mode & 0o777).toBe(0o600);
    const { code, out } = await polylogue(['services'], alone).ended;
    expect([code, out.split('\n')[0]]).toEqual([0, expect.stringMatching(/^one +One +text/)]);
    const shown = await polylogue(['config'], alone).ended;
    expect(shown.out).toContain(scene.url);
    expect(shown.out).not.toContain(key);
    const elsewhere = { ...alone, POLYLOGUE_URL: 'http://127.0.0.1:1' };
    expect(await polylogue(['services'], elsewhere).ended).toMatchObject({ code: 3 });
  });
});
