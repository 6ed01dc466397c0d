import type { AbuseContext, PartResult } from '../part.js';
import { expectControls } from '../replies/control.js';
import { hostileReplies, roundsOf, sampleReplies, services, type HostileReply } from '../replies/corpus.rules.js';
import { controlRow, heardRows } from '../replies/heard-rows.js';
import { sendTo, setStage, type SentRound, type Stage } from '../replies/stage.js';
import { compareReplies, readAgreement, readContexts, readSources, readSummaries } from './dashboard-drawers.js';
import { judge, readDetails } from './quality-details.js';

/** A round has two judges: none judges its own reply. */
const env = { QUALITY_MOST_JUDGES: '2', QUALITY_DAILY_CALLS: '1000000' };

/** Hostile replies, and hostile summaries, claims, quotes and verdicts about them, through each drawer that shows one. */
export async function playDrawers(context: AbuseContext): Promise<PartResult> {
  const stage = await setStage(context, env);
  const replies = context.isQuick ? sampleReplies(context.seed) : hostileReplies(context.seed);
  const deaf = await expectControls(stage.browser);
  const rounds = roundsOf(replies);
  for (const [number, groups] of rounds.entries()) {
    await openDrawers(stage, groups, number);
    stage.report(`drawers: ${number + 1} of ${rounds.length} rounds`);
  }
  const hosts = await stage.browser.closeAndReadHosts();
  const heard = { replies, stage, hosts, deaf };
  return { rows: [...heardRows(heard), controlRow(heard)] };
}

async function openDrawers(stage: Stage, groups: HostileReply[][], number: number): Promise<void> {
  const asked = stage.answerWith(groups);
  const round = await sendTo(stage, `Round ${number}`, asked);
  mustComplete(round);
  const page = await stage.browser.open(stage.user);
  await page.setViewportSize({ width: 1440, height: 6_000 });
  const at = { stage, page, groups, round };
  await readSummaries(at);
  await compareReplies(at);
  await readSources(at);
  await readAgreement(at);
  await judge(at);
  await readDetails(at);
  for (const name of services) stage.vendor.replies(name, 'Understood.');
  mustComplete(await sendTo(stage, 'Go on', asked));
  await readContexts(at);
  await page.close();
  await stage.api.fetch('GET', '/api/clear');
}

function mustComplete({ results }: SentRound): void {
  const failed = results.filter(({ success }) => !success);
  if (failed.length > 0) throw new Error(`Services did not reply: ${JSON.stringify(failed.slice(0, 3))}`);
}
