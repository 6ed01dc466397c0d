import type { Judging } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import { markOf, services } from '../replies/corpus.rules.js';
import { lookForMarks } from '../replies/panels.js';
import { marksOf } from '../replies/stage.js';
import { analysisOf, hostileJudge } from './answers.js';
import type { OpenedRound } from './dashboard-drawers.js';

/** Has the replies judged by judges that repeat them. */
export async function judge({ stage, groups, round }: OpenedRound): Promise<void> {
  const { api, vendor } = stage;
  for (const name of services) vendor.replies(name, hostileJudge(groups));
  const { broadcastId } = round;
  const answer = await api.fetch('POST', '/api/quality-assessments/run', { broadcastId });
  if (!answer.ok) throw new Error(`Judging was answered ${answer.status}: ${await answer.text()}`);
  const read = async () =>
    (await (await api.fetch('GET', `/api/quality-assessments/broadcast/${broadcastId}`)).json()) as Judging;
  const judged = await until(
    async () => {
      const now = await read();
      return now.state === 'done' || now.state === 'skipped' ? now : undefined;
    },
    { what: 'the verdicts', timeoutMs: 120_000 },
  );
  if (judged.completed === 0 || judged.failed > 0) throw new Error(`Judging: ${JSON.stringify(judged)}`);
}

/** Opens a verdict about each reply: what the judge says, and the reply itself. */
export async function readDetails({ stage, page, groups, round }: OpenedRound): Promise<void> {
  await page.goto(`/quality-assessment?round=${round.broadcastId}`);
  const cells = page.getByRole('group', { name: 'Assessment matrix, scrolls sideways' });
  for (const [at, group] of groups.entries()) {
    const cell = cells.getByRole('button', { name: new RegExp(` about Service ${services[at]}: \\d`) }).first();
    await cell.click();
    const said = group.map(markOf).filter((mark) => analysisOf(group).includes(mark));
    await lookForMarks(stage, page, { sink: 'what judges say in details', marks: said, within: 'dialog[open] p' });
    const own = { sink: 'replies in details of verdicts', within: 'dialog[open] h3 + div' };
    await lookForMarks(stage, page, { ...own, marks: marksOf([group]) });
    await page.locator('dialog[open]').getByRole('button', { name: 'Close', exact: true }).click();
  }
}
