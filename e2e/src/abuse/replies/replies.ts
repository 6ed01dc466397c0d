import { rowOf, type AbuseContext, type PartResult } from '../part.js';
import { hostileReplies, roundsOf, sampleReplies } from './corpus.rules.js';
import { expectControls } from './control.js';
import { controlRow, heardRows } from './heard-rows.js';
import { mailGround, openMails } from './mails.js';
import { lookAtNames, nameEverything } from './names.js';
import { streamIntoPanels } from './panels.js';
import { setStage } from './stage.js';
import { openExports, readInHistory } from './stored.js';

/** Replies, and names, that would run a script or ask another server, through everything that shows them. */
export async function playReplies(context: AbuseContext): Promise<PartResult> {
  const { mail, env } = await mailGround();
  context.keep(mail);
  const stage = await setStage(context, env);
  const replies = context.isQuick ? sampleReplies(context.seed) : hostileReplies(context.seed);
  const deaf = await expectControls(stage.browser);
  const rounds = await streamIntoPanels(stage, roundsOf(replies));
  await readInHistory(stage, rounds);
  const shown: string[] = [];
  await openExports(stage, rounds, shown);
  await lookAtNames(stage, await nameEverything(stage, rounds, context.seed));
  await openMails(stage, mail);
  // What notices say stands behind the bell.
  await lookAtNames(stage, ['/saved-queries']);
  const hosts = await stage.browser.closeAndReadHosts();
  const heard = { replies, stage, hosts, deaf };
  return {
    rows: [
      ...heardRows(heard),
      rowOf('A file of replies is downloaded, never shown under our origin', '0 shown', '8 exports', shown),
      controlRow(heard),
    ],
  };
}
