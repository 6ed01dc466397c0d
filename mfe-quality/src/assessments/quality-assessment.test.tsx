import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  cancelQualityAssessment,
  estimateJudging,
  getCurrentUser,
  getJudging,
  getPreferences,
  listAiServices,
  listConversations,
  listAllAssessments,
  listRubrics,
  runQualityAssessment,
  type Judging,
  type QualityAssessment as Assessment,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import QualityAssessment from './quality-assessment.js';

const uuid = (at: number) => `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
const names = ['gpt', 'claude', 'gemini'];
const question = 'Optimistic or pessimistic locking for a seat-booking API? When would you pick each one, and why so?';
const time = '2026-11-21T09:12:00.000Z';
const thread = (name: string, at: number) => ({
  id: uuid(10 + at),
  title: question,
  createdAt: time,
  updatedAt: time,
  aiService: { name, displayName: name.toUpperCase(), color: ['#10a37f', '#d97757', '#4285f4'][at] },
  messages: [
    {
      id: uuid(20 + at),
      role: 'user',
      content: question,
      timestamp: time,
      status: 'completed',
      broadcastId: uuid(1),
    },
    {
      id: uuid(30 + at),
      role: 'assistant',
      content: `The words of **${name}**.`,
      timestamp: time,
      status: 'completed',
      broadcastId: uuid(1),
    },
  ],
});
const verdict = (assessor: number, target: number, score: number, change = {}): Assessment =>
  ({
    id: uuid(100 + assessor * 10 + target),
    broadcastId: uuid(1),
    messageId: uuid(30 + target),
    createdAt: time,
    assessorServiceId: names[assessor],
    targetServiceId: names[target],
    status: 'completed',
    flagged: score < 60,
    overallScore: score,
    biasScore: 96,
    toxicityScore: 97,
    hallucinationScore: score,
    adherenceScore: 92,
    analysis: `About ${score}, in full.`,
    reasons: { bias: 'Fair.', toxicity: 'Civil.', hallucination: 'Mostly right.', adherence: 'To the point.' },
    ...change,
  }) as Assessment;
const generatedBy = (model: string) => ({ service: { displayName: 'As it was', color: '#000' }, model, settings: {} });
const noVerdict = {
  id: uuid(199),
  broadcastId: uuid(1),
  messageId: uuid(32),
  createdAt: time,
  status: 'failed',
  assessorServiceId: 'claude',
  targetServiceId: 'gemini',
  error: 'The judge answered prose.',
};
const judging: Judging = { broadcastId: uuid(1), state: 'done', total: 6, completed: 5, failed: 1, gaps: [] };
const answers: Record<string, unknown[]> = {
  [uuid(10)]: [verdict(1, 0, 85), verdict(2, 0, 79)],
  [uuid(11)]: [verdict(0, 1, 93, { judge: generatedBy('gpt-5'), judged: generatedBy('claude-4') }), verdict(2, 1, 91)],
  [uuid(12)]: [verdict(0, 2, 58), noVerdict, { ...verdict(1, 2, 3), broadcastId: uuid(77), id: uuid(500) }],
};

const price = {
  calls: 6,
  judges: [
    { aiService: { name: 'gpt', displayName: 'GPT', color: '#10a37f' }, calls: 4, price: 'known', cost: null },
    { aiService: { name: 'claude', displayName: 'CLAUDE', color: '#d97757' }, calls: 2, price: 'unknown', cost: null },
  ],
  cost: { low: 0.01, high: 0.02, currency: 'USD' },
  responseTime: 9_000,
  leftOut: [],
};

const rubric = {
  id: uuid(900),
  version: 2,
  versionId: uuid(901),
  shared: true,
  isDefault: false,
  createdAt: time,
  text: { name: 'Tone', criteria: [{ name: 'Kind', asks: 'Is it?', low: '1', middle: '2', high: '3', weight: 1 }] },
};
/** A round that is newer than the one of `thread`, in conversations of its own. */
const later = names.map((name, at) => {
  const conversation = thread(name, at);
  const messages = conversation.messages.map((message, index) => ({
    ...message,
    id: uuid(50 + at * 2 + index),
    ...(message.role === 'user' && { content: 'A later question' }),
    timestamp: '2026-11-22T09:12:00.000Z',
    broadcastId: uuid(2),
  }));
  return { ...conversation, id: uuid(40 + at), messages };
});

const conversationIn = (url: string) => url.split('/').at(-2)!;

describe('the quality screen', () => {
  let api: FakeApi;
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api = fakeApi([
      [listAiServices, []],
      [listConversations, names.map(thread)],
      [getJudging, judging],
      [listRubrics, { rubrics: [], builtInIsDefault: true }],
      [getCurrentUser, { role: 'user', isApproved: true }],
      [getPreferences, { askAbove: 1 }],
      [estimateJudging, price],
      [listAllAssessments, ({ url }: { url: string }) => answers[conversationIn(url)] ?? []],
    ]);
  });
  afterEach(() => {
    cleanup();
    api.restore();
    jest.restoreAllMocks();
  });

  const column = (index: number) =>
    within(screen.getByRole('region', { name: 'Assessments' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelectorAll('td')[index]?.textContent);
  const sortBy = (name: string) =>
    fireEvent.click(within(screen.getByRole('region', { name: 'Assessments' })).getByRole('button', { name }));

  it('looks on until there is something to compare, and leads to older messages', async () => {
    const alone = { ...thread('claude', 0), messages: [] };
    const page = (list: unknown[], next?: string) =>
      Response.json(list, next ? { headers: { link: `<${next}>; rel="next"` } } : {});
    api.answer(listConversations, ({ url }: { url: string }) =>
      url.includes('cursor=3')
        ? page([])
        : url.includes('cursor=2')
          ? page(names.map(thread), '/api/conversations?cursor=3')
          : page([alone], '/api/conversations?cursor=2'),
    );
    renderScreen(<QualityAssessment />);
    fireEvent.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /older/ })).toBeNull());
    await screen.findByRole('region', { name: 'Assessments' });
  });

  it.each([
    ['there is nothing to compare yet', [{ ...thread('claude', 0), messages: [] }]],
    ['the round that a link leads to is not found yet', later],
  ])('says that the conversations could not be fetched where %s', async (_, first) => {
    let second = () => Response.json({ error: 'No.' }, { status: 403 });
    api.answer(listConversations, ({ url }: { url: string }) =>
      url.includes('cursor=2')
        ? second()
        : Response.json(first, { headers: { link: '</api/conversations?cursor=2>; rel="next"' } }),
    );
    renderScreen(<QualityAssessment />, { at: `/?round=${uuid(1)}` });
    expect(await screen.findByText('Failed to fetch conversations')).toBeTruthy();
    expect(screen.queryByText('No Multi-AI Conversations Found')).toBeNull();
    expect(screen.queryByRole('region', { name: 'User Message' })).toBeNull();
    second = () => Response.json(names.map(thread));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('5 of 6 verdicts')).toBeTruthy();
    expect(screen.queryByText('Failed to fetch conversations')).toBeNull();
  });

  it('says that older messages could not be loaded, and keeps what is shown', async () => {
    const link = '</api/conversations?cursor=2>; rel="next"';
    api.answer(listConversations, ({ url }: { url: string }) =>
      url.includes('cursor=2')
        ? Response.json({ error: 'No.' }, { status: 403 })
        : Response.json(names.map(thread), { headers: { link } }),
    );
    renderScreen(<QualityAssessment />);
    fireEvent.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The rest could not be loaded. Try again.');
    expect(screen.getByText('5 of 6 verdicts')).toBeTruthy();
  });

  it('shows no other round before the one that a link leads to is found', async () => {
    let arrive!: (page: Response) => void;
    const second = new Promise<Response>((resolve) => (arrive = resolve));
    api.answer(listConversations, ({ url }: { url: string }) =>
      url.includes('cursor=2')
        ? second
        : Response.json(later, { headers: { link: '</api/conversations?cursor=2>; rel="next"' } }),
    );
    renderScreen(<QualityAssessment />, { at: `/?round=${uuid(1)}` });
    await waitFor(() => expect(api.callsOf(listConversations)).toHaveLength(2));
    expect(screen.queryByRole('region', { name: 'User Message' })).toBeNull();
    expect(api.callsOf(listAllAssessments)).toEqual([]);
    arrive(Response.json(names.map(thread)));
    expect(await screen.findByText('5 of 6 verdicts')).toBeTruthy();
    const picker = within(screen.getByRole('region', { name: 'User Message' }));
    expect(picker.getByRole('button', { pressed: true }).textContent).toContain(question.slice(0, 80));
  });

  it('shows the newest round when the one that a link leads to is gone', async () => {
    renderScreen(<QualityAssessment />, { at: `/?round=${uuid(99)}` });
    expect(await screen.findByText('5 of 6 verdicts')).toBeTruthy();
  });

  it('offers the rubric that one message was judged by, whatever was chosen for another', async () => {
    api.answer(listRubrics, { rubrics: [rubric], builtInIsDefault: true });
    api.answer(getJudging, { ...judging, rubricVersion: 'v1' });
    api.answer(listConversations, [...later, ...names.map(thread)]);
    renderScreen(<QualityAssessment />);
    const choice = async (label: string) => screen.findByLabelText<HTMLSelectElement>(label);
    // Both have been read, so that neither is loading in between.
    await choice('Judge with');
    fireEvent.click(screen.getByRole('button', { name: (name) => name.startsWith(question.slice(0, 80)) }));
    const select = await choice('Judge again with');
    fireEvent.change(select, { target: { value: uuid(900) } });
    expect(select.selectedOptions[0]?.textContent).toBe('Tone (version 2, shared)');
    fireEvent.click(screen.getByRole('button', { name: /^A later question/ }));
    expect((await choice('Judge with')).selectedOptions[0]?.textContent).toBe('Built-in rubric');
  });

  it('shows matrix, summary and assessments of the message, the best first', async () => {
    renderScreen(<QualityAssessment />);
    expect(await screen.findByText('5 of 6 verdicts')).toBeTruthy();
    expect(api.callsOf(listConversations)[0]!.url).toContain('includeAll=true');
    expect(
      screen.getByRole('button', { name: (name) => name.startsWith(`${question.slice(0, 80)}… 3 conv`) }),
    ).toBeTruthy();
    const matrix = screen.getByRole('region', { name: 'Assessment Matrix' });
    expect(within(matrix).getByRole('button', { name: 'GEMINI about GPT: 79' }).dataset['band']).toBe('middle');
    expect(within(matrix).getByRole('button', { name: 'GPT about GEMINI: 58, flagged' }).dataset['band']).toBe('low');
    expect(within(matrix).getByRole('button', { name: 'CLAUDE about GEMINI: no verdict' })).toBeTruthy();
    const summary = within(screen.getByRole('region', { name: 'Summary' })).getAllByRole('table')[0]!;
    expect([...summary.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^CLAUDE9292(?!.*agree)/),
      expect.stringMatching(/^GPT8282(?!.*agree)/),
      expect.stringMatching(/^GEMINI5858.*one judge only/),
    ]);
    expect(within(summary).getByRole('img', { name: '40 to 100' }).textContent).toBe('406080100');
    expect(column(2)).toEqual(['93', '91', '85', '79', '58', '—']);
    expect(column(7)).toEqual(['Pass', 'Pass', 'Pass', 'Pass', 'Flagged', 'No verdict']);
  });

  it('sorts as requested: desc, none, asc on one column, desc on a new one', async () => {
    renderScreen(<QualityAssessment />);
    await screen.findByText('5 of 6 verdicts');
    sortBy('Overall');
    expect(column(2)).toEqual(['85', '79', '93', '91', '58', '—']);
    sortBy('Overall');
    expect(column(2)).toEqual(['58', '79', '85', '91', '93', '—']);
    sortBy('Target AI');
    expect(column(1)).toEqual(['GPT', 'GPT', 'GEMINI', 'GEMINI', 'CLAUDE', 'CLAUDE']);
    expect(document.querySelector('th[aria-sort="descending"] button')?.textContent).toBe('Target AI');
  });

  it('opens a judge’s verdict and the reply from a cell', async () => {
    renderScreen(<QualityAssessment />);
    fireEvent.click(await screen.findByRole('button', { name: 'GPT about CLAUDE: 93' }));
    const details = await screen.findByRole('dialog', { name: 'GPT about CLAUDE' });
    for (const text of ['About 93, in full.', 'Mostly right.', 'To the point.', 'The words of claude.']) {
      expect(details.textContent).toContain(text);
    }
    const recordOf = (text: string) => within(details).getByText(text).closest('details')!;
    expect(within(recordOf('How the verdict was generated')).getByText('gpt-5')).toBeTruthy();
    expect(within(recordOf('How the reply was generated')).getByText('claude-4')).toBeTruthy();
  });

  it('skips a conversation that answers 401, with a warning', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    api.answer(listAllAssessments, ({ url }: { url: string }) =>
      conversationIn(url) === uuid(11)
        ? Response.json({ error: 'Signed out.' }, { status: 401 })
        : answers[conversationIn(url)],
    );
    renderScreen(<QualityAssessment />);
    expect(await screen.findByText('3 of 6 verdicts')).toBeTruthy();
    expect(warned).toHaveBeenCalledWith(expect.stringContaining(uuid(11)));
  });

  it("says 'No Multi-AI Conversations Found' and 'No Quality Assessments Found'", async () => {
    api.answer(listConversations, [thread('gpt', 0)]);
    const { unmount } = renderScreen(<QualityAssessment />);
    expect(await screen.findByText('No Multi-AI Conversations Found')).toBeTruthy();
    unmount();
    api.answer(listConversations, names.map(thread));
    api.answer(listAllAssessments, []);
    api.answer(getJudging, { ...judging, state: 'skipped', reason: 'Judges wait to be asked.', total: 0 });
    api.answer(runQualityAssessment, { ...judging, state: 'waiting' });
    renderScreen(<QualityAssessment />);
    expect(await screen.findByText('No Quality Assessments Found')).toBeTruthy();
    expect(await screen.findByText('Judges wait to be asked.')).toBeTruthy();
    // What it would cost stands there before the click.
    expect(await screen.findByText('6 calls · ≈ $0.01–0.02 + 1 service of unknown price · about 9 s')).toBeTruthy();
    expect(api.callsOf(estimateJudging)[0]?.body).toEqual({ broadcastIds: [uuid(1)] });
    fireEvent.click(screen.getByRole('button', { name: 'Run Assessment' }));
    await waitFor(() => expect(api.callsOf(runQualityAssessment)[0]?.body).toEqual({ broadcastId: uuid(1) }));
  });

  it('judges again by a rubric that is chosen, and shows its scores under its criteria', async () => {
    api.answer(listRubrics, { rubrics: [rubric], builtInIsDefault: true });
    api.answer(getJudging, { ...judging, rubricVersion: 'v1' });
    api.answer(runQualityAssessment, { ...judging, rubricVersion: uuid(901) });
    renderScreen(<QualityAssessment />);
    const again = await screen.findByRole('region', { name: 'Judge again' });
    const button = within(again).getByRole<HTMLButtonElement>('button', { name: 'Judge again' });
    expect(button.disabled).toBe(true);
    await within(again).findByRole('option', { name: 'Tone (version 2, shared)' });
    expect(within(again).queryByText(/calls/)).toBeNull();
    fireEvent.change(within(again).getByLabelText('Judge again with'), { target: { value: uuid(900) } });
    await within(again).findByText(/^6 calls · ≈/);
    const priced = api.callsOf(estimateJudging).map(({ body }) => body);
    expect(priced).toContainEqual({ broadcastIds: [uuid(1)], rubricId: uuid(900) });
    const judged = {
      ...verdict(1, 0, 66, { rubricVersion: uuid(901), status: 'judged' }),
      rubric: { name: 'Tone', version: 2 },
      criteria: [{ name: 'Kind', score: 66, reason: 'Half kind.', weight: 1, flagBelow: 70 }],
      cuts: [{ part: 'reply', sent: 10, of: 30 }],
    };
    api.answer(getJudging, { ...judging, rubricVersion: uuid(901), total: 1, completed: 1, failed: 0 });
    api.answer(listAllAssessments, ({ url }: { url: string }) => (conversationIn(url) === uuid(10) ? [judged] : []));
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole('button', { name: 'CLAUDE about GPT: 66' }));
    expect(api.callsOf(runQualityAssessment)[0]?.body).toEqual({ broadcastId: uuid(1), rubricId: uuid(900) });
    const table = screen.getByRole('region', { name: 'Assessments' });
    expect(within(table).getByRole('button', { name: 'Kind' })).toBeTruthy();
    const details = await screen.findByRole('dialog', { name: 'CLAUDE about GPT' });
    for (const text of ['Half kind.', 'flagged below 70', 'Judged on the first 10 of 30 characters of the reply.']) {
      expect(details.textContent).toContain(text);
    }
  });

  it('says that scores are by a rubric that is gone, or by an earlier version', async () => {
    api.answer(listRubrics, { rubrics: [rubric], builtInIsDefault: true });
    api.answer(getJudging, { ...judging, rubricVersion: uuid(950) });
    renderScreen(<QualityAssessment />);
    const again = await screen.findByRole('region', { name: 'Judge again' });
    await within(again).findByText(/^The scores above are by a rubric that is gone, or by an earlier version of one\./);
  });

  it('says how far the judges are, and what they could not judge', async () => {
    const gaps = [{ aiService: 'gemini', reason: 'There is no complete reply.' }];
    api.answer(getJudging, { ...judging, state: 'judging', total: 30, completed: 11, failed: 1, gaps });
    renderScreen(<QualityAssessment />);
    expect(await screen.findByText(/12 of 30/)).toBeTruthy();
    expect(screen.getByText('GEMINI is not judged. There is no complete reply.')).toBeTruthy();
  });

  it('stops the judges, says what came of it, and offers to ask for the rest', async () => {
    api.answer(getJudging, { ...judging, state: 'judging', total: 6, completed: 5, failed: 0 });
    const stopped = { ...judging, cancelled: 1 };
    api.answer(cancelQualityAssessment, () => {
      api.answer(getJudging, stopped);
      return stopped;
    });
    renderScreen(<QualityAssessment />);
    fireEvent.click(await screen.findByRole('button', { name: 'Stop the judges' }));
    expect(await screen.findByText('You stopped the judges: 5 of 6 verdicts are in.')).toBeTruthy();
    expect(api.callsOf(cancelQualityAssessment)[0]!.url).toBe(`/api/quality-assessments/broadcast/${uuid(1)}/cancel`);
    expect(screen.queryByRole('button', { name: 'Stop the judges' })).toBeNull();
    expect(document.activeElement?.contains(screen.getByRole('region', { name: 'Assessments' }))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    expect(await screen.findByRole('button', { name: 'Ask again where there is no verdict' })).toBeTruthy();
  });

  it('says why the judges were not stopped, and why nothing was judged beside earlier scores', async () => {
    api.answer(getJudging, { ...judging, state: 'waiting', total: 0, completed: 0, failed: 0 });
    api.answer(cancelQualityAssessment, Response.json({ error: 'Quality is away.' }, { status: 503 }));
    renderScreen(<QualityAssessment />);
    fireEvent.click(await screen.findByRole('button', { name: 'Stop the judges' }));
    await waitFor(() => expect(api.callsOf(cancelQualityAssessment)).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'Stop the judges' })).toBeTruthy();
    cleanup();
    const reason = 'You stopped it before a judge had answered. Run the assessment to have it judged.';
    api.answer(getJudging, { ...judging, state: 'skipped', reason, total: 0, completed: 0, failed: 0 });
    renderScreen(<QualityAssessment />);
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Assessments' })).toBeTruthy();
  });
});
