import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExecutionStatus, type QueryVariable } from '@polylogue/proto';
import { aUser, closing, says, until } from '@polylogue/test-kit';
import { as, change, input, manual, startScheduler, type Scheduler } from './scheduler.fixture.js';
import { breaks, saysAfter, scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';

const { add, closeAll } = closing();
const ada = aUser();
let open: () => void = () => undefined;
const opened = new Promise<void>((resolve) => (open = resolve));
let upstreams: Upstreams;
let scheduler: Scheduler;

beforeAll(async () => {
  const slow = saysAfter(opened, 'At last.');
  upstreams = add(await scriptedUpstreams({ gpt: says('Rain.'), claude: says('Sun.'), bad: breaks('No.'), slow }));
  scheduler = add(await startScheduler(upstreams.url, {}));
});
afterAll(closeAll);

const declared = (variables: QueryVariable[]) => ({ variables: { variables } });
const create = async (content: string, variables: QueryVariable[] = [], aiServices = ['gpt']) => {
  const made = { ...manual({ content, aiServices }), ...declared(variables) };
  return (await scheduler.queries.createSavedQuery({ input: made }, as(ada))).id;
};
/** As the version before saved it. */
const createOld = async (content: string, aiServices = ['gpt']) => {
  const id = await create('Old', [], aiServices);
  await scheduler.rows('UPDATE scheduler.saved_queries SET content = $2, variables = NULL WHERE id = $1', [
    id,
    content,
  ]);
  return id;
};
const execute = (id: number, variables: Record<string, string> = {}, idempotencyKey?: string) =>
  scheduler.queries.executeSavedQuery({ id, variables: { values: variables }, idempotencyKey }, as(ada));
const ended = (id: number, count = 1) =>
  until(async () => {
    const runs = await scheduler.history(ada, id);
    return runs.length === count && [ExecutionStatus.COMPLETED, ExecutionStatus.FAILED].includes(runs[0]!.status)
      ? runs
      : undefined;
  });
const run = async (id: number, variables: Record<string, string> = {}, count = 1) => {
  await execute(id, variables);
  return (await ended(id, count))[0]!;
};
const asked = () => upstreams.requests.map(({ messages }) => messages.at(-1)?.content);

describe('what is saved', () => {
  it('has only names that are known', async () => {
    const unknown = create('News of {{date}} in {{city}}');
    await expect(unknown).rejects.toMatchObject({ code: 'invalid_saved_query', issues: [{ path: 'content' }] });
    const id = await create('News of {{date}} in {{city}}', [{ name: 'city' }]);
    const changed = { ...change({ content: '{{town}}' }) };
    const renamed = scheduler.queries.updateSavedQuery({ id, input: changed, fields: ['content'] }, as(ada));
    await expect(renamed).rejects.toMatchObject({ code: 'invalid_saved_query' });
    const undeclared = scheduler.queries.updateSavedQuery(
      { id, input: change(declared([])), fields: ['variables'] },
      as(ada),
    );
    await expect(undeclared).rejects.toMatchObject({ code: 'invalid_saved_query' });
  });

  it('has a default for each name where it runs by itself', async () => {
    const content = 'News in {{city}}';
    const without = { ...input({ content }), ...declared([{ name: 'city' }]) };
    const refused = scheduler.queries.createSavedQuery({ input: without }, as(ada));
    await expect(refused).rejects.toMatchObject({ code: 'invalid_saved_query', issues: [{ path: 'variables' }] });
    const made = { ...input({ content }), ...declared([{ name: 'city', default: 'Rome' }]) };
    const { variables } = await scheduler.queries.createSavedQuery({ input: made }, as(ada));
    expect(variables).toEqual({ variables: [{ name: 'city', default: 'Rome' }] });
  });

  it('before names were declared can still be renamed and paused, and shows the names in it', async () => {
    const id = await createOld('News of {{date}} in {{city}}');
    const renamed = { id, input: change({ title: 'New' }), fields: ['title', 'isActive'] };
    const query = await scheduler.queries.updateSavedQuery(renamed, as(ada));
    expect(query.variables).toEqual({ variables: [{ name: 'city' }] });
    const other = { id, input: change({ content: '{{town}} and {{city}}' }), fields: ['content'] };
    await expect(scheduler.queries.updateSavedQuery(other, as(ada))).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('a run', () => {
  it('sends its text with the defaults, or with what it was given', async () => {
    const id = await create('News in {{city}}, not \\{{city}}', [{ name: 'city', default: 'Rome' }]);
    expect(await run(id)).toMatchObject({ sentText: 'News in Rome, not {{city}}', number: 1 });
    expect(await run(id, { city: '{{date}}' }, 2)).toMatchObject({
      sentText: 'News in {{date}}, not {{city}}',
      number: 2,
    });
    expect(asked().slice(-2)).toEqual(['News in Rome, not {{city}}', 'News in {{date}}, not {{city}}']);
  });

  it('is refused while a name has no value, before anything is spent', async () => {
    const id = await create('News in {{city}}', [{ name: 'city' }]);
    const before = upstreams.requests.length;
    await expect(execute(id)).rejects.toMatchObject({
      code: 'variable_missing',
      issues: [{ path: 'variables.city', message: '{{city}} is missing.' }],
    });
    await expect(execute(id, { city: 'x'.repeat(100_001) })).rejects.toMatchObject({ code: 'query_too_long' });
    expect(await scheduler.history(ada, id)).toEqual([]);
    expect(upstreams.requests).toHaveLength(before);
  });

  it('with values is the same for the same key, another for others, and refused while one runs', async () => {
    const id = await create('{{city}}', [{ name: 'city' }], ['slow']);
    const { executionId } = await execute(id, { city: 'Rome' }, 'one');
    expect(await execute(id, { city: 'Rome' }, 'one')).toEqual({ executionId });
    await expect(execute(id, { city: 'Oslo' }, 'one')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(execute(id, { city: 'Oslo' })).rejects.toMatchObject({ code: 'query_is_running' });
    expect(await execute(id)).toEqual({ executionId });
    open();
    await ended(id);
  });

  it('knows the run before it and what that brought', async () => {
    const id = await create('{{last_run}} | {{last_report}}', [], ['gpt', 'bad', 'claude']);
    expect(await run(id)).toMatchObject({ sentText: 'never | none' });
    const { sentText } = await run(id, {}, 2);
    expect(sentText).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d \| gpt:\nRain\.\n\nclaude:\nSun\.$/);
  });

  it('of the schedule says the day and the time at which it was due, on the wall of its zone', async () => {
    const made = input({ content: '{{date}} {{time}} {{weekday}}' });
    const schedule = { ...made.schedule!, timeZone: 'Asia/Kathmandu' };
    const { id } = await scheduler.queries.createSavedQuery({ input: { ...made, schedule } }, as(ada));
    const due = new Date('2026-03-01T18:20:00Z');
    await scheduler.dueIn(id, '0.2 seconds');
    const [first] = await ended(id);
    const [row] = await scheduler.rows('SELECT due_at FROM scheduler.executions WHERE id = $1', [first!.id]);
    const wall = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Kathmandu',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    expect(first!.sentText).toContain(`${wall.format(row!['due_at'] as Date)} `);
    expect(wall.format(due)).toBe('2026-03-02 00:05');
  });

  it('of the schedule fails with a sentence that names what has no value', async () => {
    const id = await createOld('News in {{city}}');
    await scheduler.rows(
      `UPDATE scheduler.saved_queries SET is_scheduled = true, frequency = 'daily', next_run_at = now() WHERE id = $1`,
      [id],
    );
    const before = upstreams.requests.length;
    const [failed] = await ended(id);
    expect(failed).toMatchObject({ status: ExecutionStatus.FAILED });
    expect(failed!.errorMessage).toContain('{{city}}, which has no value');
    expect(upstreams.requests).toHaveLength(before);
  });

  it('that the version before made is sent as that version would', async () => {
    const id = await create('Old');
    await scheduler.rows(
      `INSERT INTO scheduler.executions (saved_query_id, user_id, trigger_type, status, due_at, version, content, ai_services)
       SELECT id, user_id, 'manual', 'pending', now(), version, 'All of {{it}}', ai_services
       FROM scheduler.saved_queries WHERE id = $1`,
      [id],
    );
    const [sent] = await ended(id);
    expect(sent).toMatchObject({ status: ExecutionStatus.COMPLETED });
    expect(asked().at(-1)).toBe('All of {{it}}');
  });

  it('that is taken over sends what was sent before', async () => {
    const id = await create('{{last_run}}');
    await scheduler.rows(
      `INSERT INTO scheduler.executions (saved_query_id, user_id, trigger_type, status, due_at, version, content, ai_services,
         variables, sent_text, owner, lease_until, fence, runs, started_at)
       SELECT id, user_id, 'manual', 'running', now(), version, content, ai_services, '[]', 'kept', 'gone',
         now() - interval '1 second', 1, 1, now() FROM scheduler.saved_queries WHERE id = $1`,
      [id],
    );
    await ended(id);
    expect(asked().at(-1)).toBe('kept');
  });
});

describe('runs of a query', () => {
  it('are numbered from 1, whatever else runs, on every page', async () => {
    const ids = [await create('a'), await create('b')];
    for (const id of [...ids, ...ids]) await run(id, {}, (await scheduler.history(ada, id)).length + 1);
    for (const id of ids) {
      const runs = await scheduler.history(ada, id);
      expect(runs.map(({ number }) => number)).toEqual([2, 1]);
      const [older] = await scheduler.history(ada, id, { beforeId: runs[0]!.id, limit: 1 });
      expect(older!.number).toBe(1);
    }
  });
});

describe('a preview', () => {
  const preview = (
    content: string,
    rest: Partial<Parameters<Scheduler['queries']['previewText']>[0]> = {},
    user = ada,
  ) => scheduler.queries.previewText({ content, variables: [], values: {}, ...rest }, as(user));

  it('is the text as it would be sent', async () => {
    const variables = [{ name: 'city', default: 'Rome' }];
    const { text } = await preview('{{city}} {{last_run}} \\{{x}}', { variables });
    expect(text).toBe('Rome never {{x}}');
    expect((await preview('{{city}} {{date}}', { variables, values: { city: 'Oslo', date: 'soon' } })).text).toBe(
      'Oslo soon',
    );
    const id = await create('x');
    await run(id);
    expect((await preview('{{last_report}}', { savedQueryId: id })).text).toBe('gpt:\nRain.');
  });

  it('says why nothing would be sent', async () => {
    expect((await preview('{{city}}')).issues).toMatchObject([{ path: 'content' }]);
    const open = await preview('{{city}}', { variables: [{ name: 'city' }] });
    expect(open).toMatchObject({ text: undefined, issues: [{ path: 'content' }] });
    expect(open.issues[0]!.message).toContain('has no value');
  });

  it('knows no runs of another user', async () => {
    const id = await create('x');
    await expect(preview('{{last_run}}', { savedQueryId: id }, aUser())).rejects.toMatchObject({ kind: 'not_found' });
  });
});
