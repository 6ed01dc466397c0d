import { setTimeout as pause } from 'node:timers/promises';
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

/** Where marks are looked for. */
interface Place {
  /** The first element of this selector. */
  within?: string;
  /** What stands in it, but is not counted. */
  without?: string;
}

/** Waits until all of it is drawn, and looks for what would act. */
export const lookFor = (stage: Stage, page: Page, sink: string, groups: HostileRound['groups']): Promise<void> =>
  lookForMarks(stage, page, { sink, marks: marksOf(groups) });

/** The same of these marks, in a place of the page. */
export async function lookForMarks(
  stage: Stage,
  page: Page,
  { sink, marks, within = 'body', without = 'head' }: { sink: string; marks: readonly string[] } & Place,
): Promise<void> {
  const look = () => page.evaluate(unseenIn, { marks, within, without });
  const end = Date.now() + 60_000;
  let unseen = await look();
  while (unseen.length > 0 && Date.now() < end) {
    await pause(100);
    unseen = await look();
  }
  stage.found.unseen.push(...unseen.map((mark) => `${sink}: ${mark}`));
  stage.found.acting.push(...(await actingElements(page)).map((element) => `${sink}: ${element}`));
  countDrawn(stage, sink, marks.length);
}

/** Runs in the page: the marks that are not in the text of the place. */
function unseenIn({ marks, within, without }: { marks: readonly string[] } & Required<Place>): string[] {
  const place = document.querySelector(within);
  const texts = place ? document.createTreeWalker(place, NodeFilter.SHOW_TEXT) : undefined;
  let text = '';
  while (texts?.nextNode()) {
    if (!texts.currentNode.parentElement?.closest(without)) text += texts.currentNode.textContent ?? '';
  }
  return marks.filter((mark) => !text.includes(mark));
}
