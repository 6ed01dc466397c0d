import type { Page } from 'playwright-core';
import type { AgreementMap } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import { DashboardScreen } from '../../dashboard-screen.js';
import { actingElements } from '../watched-browser.js';
import { citedMark, services, type HostileReply } from '../replies/corpus.rules.js';
import { lookForMarks } from '../replies/panels.js';
import { countDrawn, marksOf, type SentRound, type Stage } from '../replies/stage.js';
import { hostileExtractor } from './answers.js';

/** A round whose drawers are opened. */
export interface OpenedRound {
  stage: Stage;
  page: Page;
  groups: readonly (readonly HostileReply[])[];
  round: SentRound;
}

const drawer = '[role="dialog"]';

const messageIdsOf = ({ results }: SentRound): string[] => results.map(({ messageId }) => messageId);

/** Each service sums the round up in the words of its own reply; the drawer shows all of them. */
export async function readSummaries({ stage, page, groups, round }: OpenedRound): Promise<void> {
  for (const summarizerAI of services.slice(0, groups.length)) {
    const wish = { messageIds: messageIdsOf(round), summarizerAI };
    const answer = await stage.api.fetch('POST', '/api/summarize-responses', wish);
    if (!answer.ok) throw new Error(`A summary was answered ${answer.status}: ${await answer.text()}`);
  }
  await page.goto('/');
  await new DashboardScreen(page).button('Summarize Responses').click();
  await lookForMarks(stage, page, { sink: 'summaries in their drawer', marks: marksOf(groups), within: drawer });
  await closeDrawer(page);
}

/** Two replies at a time, side by side. */
export async function compareReplies({ stage, page, groups, round }: OpenedRound): Promise<void> {
  const screen = new DashboardScreen(page);
  await screen.panel('Service s0').hover();
  await screen.button('Compare the reply of Service s0').click();
  const ids = messageIdsOf(round);
  for (let at = 0; at + 1 < groups.length; at += 2) {
    await page.getByLabel('First reply').selectOption(ids[at]!);
    await page.getByLabel('Second reply').selectOption(ids[at + 1]!);
    const place = { sink: 'replies compared', within: `${drawer} [role="region"]` };
    await lookForMarks(stage, page, { ...place, marks: marksOf(groups.slice(at, at + 1)), without: 'ins' });
    await lookForMarks(stage, page, { ...place, marks: marksOf(groups.slice(at + 1, at + 2)), without: 'del' });
  }
  await closeDrawer(page);
}

/** What the replies name as their sources, of all services. */
export async function readSources({ stage, page, groups }: OpenedRound): Promise<void> {
  await new DashboardScreen(page).choose('Service s0', 'Sources side by side');
  const marks = groups.flat().map(citedMark);
  await lookForMarks(stage, page, { sink: 'sources side by side', marks, within: drawer });
  await closeDrawer(page);
}

/** A map whose claims are hostile and that quotes each reply: each cell is walked to, so that its quote is shown. */
export async function readAgreement({ stage, page, groups, round }: OpenedRound): Promise<void> {
  const map = await makeMap(stage, groups, round);
  const quotes = map.claims.flatMap(({ cells }) => cells.flatMap(({ quote }) => quote?.text ?? []));
  if (quotes.length === 0) throw new Error('No quote of an agreement map was found in its reply.');
  await page.goto('/');
  await new DashboardScreen(page).button('Agreement').click();
  await page.locator(`${drawer} [role="grid"]`).waitFor();
  const shown = await page.evaluate(async (within) => {
    const lines: string[] = [];
    const grid = document.querySelector(`${within} [role="grid"]`)!;
    for (const cell of grid.querySelectorAll<HTMLElement>('td button')) {
      cell.focus();
      await new Promise(requestAnimationFrame);
      lines.push(grid.parentElement?.nextElementSibling?.textContent ?? '');
    }
    return lines;
  }, drawer);
  const unseen = quotes.filter((quote) => !shown.some((line) => line.includes(quote)));
  stage.found.unseen.push(...unseen.map((quote) => `agreement map: ${quote}`));
  stage.found.acting.push(...(await actingElements(page)).map((element) => `agreement map: ${element}`));
  countDrawn(stage, 'quotes in agreement maps', quotes.length);
  countDrawn(stage, 'claims in agreement maps', map.claims.length);
  await closeDrawer(page);
}

async function makeMap({ api, vendor }: Stage, groups: OpenedRound['groups'], round: SentRound): Promise<AgreementMap> {
  vendor.replies('s0', hostileExtractor(groups));
  const wish = { messageIds: messageIdsOf(round), extractorAI: 's0' };
  const answer = await api.fetch('POST', '/api/agreement-maps', wish);
  if (!answer.ok) throw new Error(`A map was answered ${answer.status}: ${await answer.text()}`);
  const { id } = (await answer.json()) as AgreementMap;
  const read = async () => (await (await api.fetch('GET', `/api/agreement-maps/${id}`)).json()) as AgreementMap;
  const map = await until(
    async () => {
      const now = await read();
      return now.status === 'pending' ? undefined : now;
    },
    { what: 'the agreement map', timeoutMs: 60_000 },
  );
  if (map.status !== 'completed') throw new Error(`An agreement map is ${map.status}: ${map.error}`);
  return map;
}

/** What each service was sent for its second reply: its first one, as messages and as the request. */
export async function readContexts({ stage, page, groups }: OpenedRound): Promise<void> {
  await page.goto('/');
  const screen = new DashboardScreen(page);
  for (const [at, group] of groups.entries()) {
    await screen.choose(`Service ${services[at]}`, 'Show what was sent');
    const marks = marksOf([group]);
    await lookForMarks(stage, page, { sink: 'messages that were sent', marks, within: `${drawer} ol` });
    await screen.button('Show the request as it was sent').click();
    await lookForMarks(stage, page, { sink: 'requests as they were sent', marks, within: `${drawer} pre` });
    await closeDrawer(page);
  }
}

async function closeDrawer(page: Page): Promise<void> {
  await page.locator(drawer).getByRole('button', { name: 'Close', exact: true }).click();
  await page.locator(drawer).waitFor({ state: 'detached' });
}
