import type { Page } from 'playwright-core';
import type { AnswerOf, listComparisons } from '@polylogue/api-contract';
import { DashboardScreen } from '../../dashboard-screen.js';
import { actingElements } from '../watched-browser.js';
import type { HostileReply } from './corpus.rules.js';
import { countDrawn, marksOf, type Stage } from './stage.js';

/** A message that was answered by hostile replies. */
export interface HostileRound {
  /** That of its comparison. */
  id: string;
  groups: readonly (readonly HostileReply[])[];
}

/** Replies come in on the dashboard, piece by piece, in as many panels as there are groups. */
export async function streamIntoPanels(
  stage: Stage,
  rounds: readonly (readonly HostileReply[][])[],
): Promise<HostileRound[]> {
  const page = await stage.browser.open(stage.user);
  const screen = new DashboardScreen(page);
  const made: HostileRound[] = [];
  for (const [number, groups] of rounds.entries()) {
    stage.answerWith(groups);
    await page.goto('/');
    await screen.box().fill(`Round ${number}`);
    await screen.box().press('Enter');
    await lookFor(stage, page, 'panel', groups);
    made.push({ id: await newestComparison(stage), groups });
    await stage.api.fetch('GET', '/api/clear');
    stage.report(`replies: ${number + 1} of ${rounds.length} rounds streamed`);
  }
  await page.close();
  return made;
}

async function newestComparison({ api }: Stage): Promise<string> {
  const answer = await api.fetch('GET', '/api/comparisons?limit=1');
  const [newest] = (await answer.json()) as AnswerOf<typeof listComparisons>;
  if (!newest) throw new Error('A message with many replies is no comparison.');
  return newest.id;
}

/** Waits until all of it is drawn, and looks for what would act. */
export async function lookFor(stage: Stage, page: Page, sink: string, groups: HostileRound['groups']): Promise<void> {
  const marks = marksOf(groups);
  const isDrawn = page.waitForFunction(
    (wanted) => wanted.every((mark) => document.body.textContent.includes(mark)),
    marks,
    { polling: 250, timeout: 60_000 },
  );
  await isDrawn.catch(() => undefined);
  const text = (await page.locator('body').textContent()) ?? '';
  stage.found.unseen.push(...marks.filter((mark) => !text.includes(mark)).map((mark) => `${sink}: ${mark}`));
  stage.found.acting.push(...(await actingElements(page)).map((element) => `${sink}: ${element}`));
  countDrawn(stage, sink, marks.length);
}
