import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  getCalibration,
  getInstallationLeaderboard,
  getLeaderboard,
  listComparisons,
  type CalibratedJudge,
  type ComparingJudge,
  type Leaderboard,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { judgesCsv } from './judges-csv.rules.js';
import LeaderboardPage from './leaderboard.js';
import { leaderboardCsv, scaleOf, signed, sinceOf } from './leaderboard.rules.js';

const service = (name: string) => ({ name, displayName: name.toUpperCase(), color: '#10a37f' });
const counts = { votes: 12, wins: 9, ties: 1, losses: 2, allBad: 0, responseTime: 1_240, cost: 0.0021 };
const builtIn = { versionId: 'built-in', name: 'Built-in rubric', version: 1, verdicts: 69 };
const tone = { versionId: '0190b5a0-0000-7000-8000-000000000001', name: 'Tone', version: 2, verdicts: 12 };
const figures: Leaderboard = {
  people: [
    {
      aiService: service('gpt'),
      version: 'gpt-5 · temperature 0.2',
      ...counts,
      rating: 1_180.4,
      interval: { low: 1_100, high: 1_260 },
      rank: 1,
    },
    {
      aiService: service('grok'),
      version: 'grok-4',
      ...counts,
      rating: null,
      interval: null,
      rank: null,
      cost: null,
      responseTime: null,
    },
  ],
  votes: 12,
  allBad: 2,
  scores: [
    { aiService: service('grok'), version: 'grok-4', replies: 3, verdicts: 9, mean: 81.25, interval: null },
    {
      aiService: service('gpt'),
      version: 'gpt-5',
      replies: 30,
      verdicts: 60,
      mean: 77,
      interval: { low: 75, high: 79 },
    },
  ],
  verdicts: 69,
  calibrated: [
    { aiService: service('gpt'), version: null, replies: 30, verdicts: 30, mean: 79, interval: { low: 77, high: 81 } },
  ],
  leftOut: [service('claude')],
  isCut: false,
  notRated: 0,
  rubric: builtIn,
  rubrics: [builtIn],
};
const agreement = { name: null, kappa: null, interval: null };
const judge: CalibratedJudge = {
  judge: service('claude'),
  verdicts: 60,
  votes: 12,
  pairs: 24,
  agreements: [
    { criterion: 'overall', name: null, kappa: -0.42, interval: { low: -0.7, high: -0.14 } },
    { criterion: 'bias', ...agreement },
  ],
  leniency: 3.21,
  position: { slope: -0.5, low: -1.2, high: 0.2, n: 60 },
  length: null,
  worseThanChance: true,
};

let api: FakeApi;
beforeEach(() => {
  api = fakeApi([
    [{ method: 'GET', path: '/api/auth/user' }, null],
    [listComparisons, []],
    [getLeaderboard, figures],
    [
      getCalibration,
      {
        judges: [judge],
        votes: 12,
        hasLengths: true,
        isCut: false,
        comparisons: [],
        rubric: builtIn,
        rubrics: [builtIn],
      },
    ],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
});

const region = (name: string) => screen.findByRole('region', { name });

describe('the leaderboard', () => {
  it('shows votes and scores apart, and no rank that is not earned', async () => {
    renderScreen(<LeaderboardPage />);
    const people = within(await region('People’s votes'));
    const [first, second] = people.getAllByRole('row').slice(1);
    expect(first!.textContent).toContain('1GPTgpt-5 · temperature 0.21180');
    expect(within(first!).getByRole('img').getAttribute('aria-label')).toBe('1100 to 1260');
    expect(second!.textContent).toContain('not enough votes yet');
    expect(within(second!).queryByRole('img')).toBeNull();
    people.getByText('12 votes, 2 found all replies bad');
    const scores = within(await region('AI scores'));
    expect(scores.getAllByRole('row')[1]!.textContent).toContain('81.3not enough replies yet');
    within(await region('AI scores, calibrated')).getByText('without CLAUDE');
  });

  it('counts the votes and verdicts that came since it was last open', async () => {
    const routes = [{ path: '/leaderboard', element: <LeaderboardPage /> }, { path: '/' }];
    const { router } = renderScreen(routes, { at: '/leaderboard' });
    await screen.findByText('12 votes, 2 found all replies bad');
    fireEvent.click(screen.getByRole('radio', { name: 'Judges' }));
    await region('Agreement with people');
    await router.navigate('/');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Leaderboard' })).toBeNull());
    api.answer(getLeaderboard, { ...figures, votes: 13 });
    await router.navigate('/leaderboard');
    await screen.findByText('13 votes, 2 found all replies bad');
    fireEvent.click(screen.getByRole('radio', { name: 'Judges' }));
    await waitFor(() => expect(api.callsOf(getCalibration)).toHaveLength(2));
  });

  it('marks a judge that is worse than chance, and says where too little is known', async () => {
    renderScreen(<LeaderboardPage />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Judges' }));
    const agreements = within(await region('Agreement with people'));
    agreements.getByText('Worse than chance');
    agreements.getByText('−0.42');
    agreements.getByText('not enough votes yet');
    const effects = within(await region('Effects'));
    effects.getByText('+3.2');
    effects.getByText('not enough verdicts yet');
  });

  it('says so where more versions have votes than are rated', async () => {
    api.answer(getLeaderboard, { ...figures, notRated: 30 });
    renderScreen(<LeaderboardPage />);
    await screen.findByText(/Only the versions in most votes are rated, 30 with votes enough are not/);
  });

  it('says what to do where nothing was voted on', async () => {
    api.answer(getLeaderboard, { ...figures, people: [], votes: 0, scores: [], calibrated: [], leftOut: [] });
    renderScreen(<LeaderboardPage />);
    await screen.findByRole('heading', { name: 'No votes yet' });
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it('is asked again for another row or tag, and for the installation by administrators only', async () => {
    renderScreen(<LeaderboardPage />);
    await region('People’s votes');
    fireEvent.click(screen.getByRole('radio', { name: 'Service' }));
    fireEvent.change(screen.getByLabelText('Tag'), { target: { value: 'legal' } });
    fireEvent.blur(screen.getByLabelText('Tag'));
    await waitFor(() => {
      const urls = api.callsOf(getLeaderboard).map(({ url }) => url);
      expect(urls.some((url) => url.includes('by=service') && url.includes('tag=legal'))).toBe(true);
    });
    expect(screen.queryByRole('radio', { name: 'Installation' })).toBeNull();
    expect(api.callsOf(getInstallationLeaderboard)).toEqual([]);
  });
});

describe('scores by several rubrics', () => {
  it('are shown by one at a time, which is chosen and named', async () => {
    renderScreen(<LeaderboardPage />);
    within(await region('AI scores')).getByText('69 verdicts · Built-in rubric');
    expect(screen.queryByLabelText('Scores by')).toBeNull();
    cleanup();
    api.answer(getLeaderboard, { ...figures, rubric: tone, rubrics: [builtIn, tone] });
    renderScreen(<LeaderboardPage />);
    const choice = await screen.findByLabelText('Scores by');
    // Until one is chosen, the server says which: what the installation judges by, where there are scores by it.
    expect(api.callsOf(getLeaderboard).every(({ url }) => url.includes('preferDefault=true'))).toBe(true);
    within(await region('AI scores')).getByText('69 verdicts · Tone (version 2)');
    fireEvent.change(choice, { target: { value: tone.versionId } });
    await waitFor(() => {
      const urls = api.callsOf(getLeaderboard).map(({ url }) => url);
      expect(urls.some((url) => url.includes(`rubric=${tone.versionId}`))).toBe(true);
    });
  });

  it('are held against votes by their own criteria', async () => {
    const own = {
      ...judge,
      agreements: [judge.agreements[0]!, { criterion: 'own' as const, ...agreement, name: 'kind' }],
    };
    api.answer(getCalibration, {
      judges: [own],
      votes: 12,
      hasLengths: true,
      isCut: false,
      comparisons: [],
      rubric: tone,
      rubrics: [builtIn, tone],
    });
    renderScreen(<LeaderboardPage />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Judges' }));
    const agreements = within(await region('Agreement with people'));
    agreements.getByRole('columnheader', { name: 'kind' });
    agreements.getByText('12 votes on judged rounds · Tone (version 2)');
  });
});

const comparing: ComparingJudge = {
  judge: service('claude'),
  pairs: 40,
  first: 7,
  last: 1,
  wavering: 3,
  follows: { share: 0.2, low: 0.105, high: 0.348 },
  people: 12,
  kappa: 0.61,
  interval: { low: 0.2, high: 1 },
};
const few = { ...comparing, judge: service('grok'), pairs: 4, follows: null, people: 0, kappa: null, interval: null };
const compared = {
  judges: [],
  votes: 0,
  hasLengths: true,
  isCut: false,
  comparisons: [comparing, few],
  rubric: builtIn,
  rubrics: [builtIn],
};

describe('judges that compare two replies', () => {
  it('say how far they follow the order, also where none has scored anything', async () => {
    api.answer(getCalibration, compared);
    renderScreen(<LeaderboardPage />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Judges' }));
    const [, first, second] = within(await region('Comparing two replies')).getAllByRole('row');
    expect(first!.textContent).toBe('CLAUDE4020 %11 to 35 %713+0.61+0.20 to +1.00, 12 pairs');
    expect(second!.textContent).toContain('not enough pairs yet');
    expect(second!.textContent).toContain('not compared by people');
    expect(screen.queryByRole('region', { name: 'Effects' })).toBeNull();
  });

  it('stand in the file of the judges apart from scores', () => {
    const lines = judgesCsv({ ...compared, judges: [judge] }).split('\r\n');
    expect(lines).toContain('CLAUDE,60,12,24,overall,-0.42,-0.7,-0.14,3.21,-0.5,-1.2,0.2,,,');
    expect(lines).toContain('CLAUDE,60,12,24,bias,,,,,,,,,,');
    expect(lines).toContain('CLAUDE,40,0.2,0.105,0.348,7,1,3,12,0.61,0.2,1');
    expect(lines).toContain('GROK,4,,,,7,1,3,0,,,');
  });
});

describe('what the page is made of', () => {
  it('is a file with three tables', () => {
    const lines = leaderboardCsv(figures).split('\r\n');
    expect(lines).toContain('1,GPT,gpt-5 · temperature 0.2,1180.4,1100,1260,12,9,1,2,0,1.24,0.0021');
    expect(lines).toContain(',GROK,grok-4,,,,12,9,1,2,0,,');
    expect(lines).toContain('GROK,grok-4,81.25,,,3,9');
    expect(lines).toContain('Rubric,Built-in rubric');
    expect(lines.filter((line) => line.startsWith('AI scores'))).toEqual(['AI scores', 'AI scores (calibrated)']);
  });

  it('asks since the beginning of a day, the same all day long', () => {
    const [early, late] = [Date.UTC(2026, 10, 24, 0, 1), Date.UTC(2026, 10, 24, 23, 59)];
    expect(sinceOf('30', early)).toBe('2026-10-25T00:00:00.000Z');
    expect(sinceOf('30', late)).toBe(sinceOf('30', early));
    expect(sinceOf('all', late)).toBeUndefined();
  });

  it('writes signs, and nothing beside a zero', () => {
    expect([signed(1.25, 1), signed(-0.42, 2), signed(-0.001, 2), signed(0)]).toEqual(['+1.3', '−0.42', '0.00', '0.0']);
  });

  it('has one scale for all bars, or none', () => {
    expect(scaleOf(figures.people)).toEqual({ low: 1_100, high: 1_260 });
    expect(scaleOf([])).toBeUndefined();
  });
});
