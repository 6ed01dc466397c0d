import { rowOf, type AbuseContext, type PartResult } from '../part.js';
import type { Seen } from '../watched-browser.js';
import { groupsOf, hostileReplies, leakDomain, sampleReplies, type HostileReply } from './corpus.rules.js';
import { controlHost, expectControls } from './control.js';
import { mailGround, openMails } from './mails.js';
import { lookAtNames, nameEverything } from './names.js';
import { streamIntoPanels } from './panels.js';
import { setStage, type Found } from './stage.js';
import { openExports, readInHistory } from './stored.js';

const panels = 24;
const perReply = 8;

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
  return {
    rows: rowsOf({
      replies,
      found: stage.found,
      seen: stage.browser.seen,
      hosts,
      shown,
      deaf: hosts.includes(controlHost) ? deaf : [...deaf, 'a name of a host'],
    }),
  };
}

/** What each round's panels are given. */
function roundsOf(replies: readonly HostileReply[]): HostileReply[][][] {
  const groups = groupsOf(replies, perReply);
  const count = Math.ceil(groups.length / panels);
  return Array.from({ length: count }, (_, at) => groups.slice(at * panels, (at + 1) * panels));
}

interface Heard {
  replies: readonly HostileReply[];
  found: Found;
  seen: Seen;
  hosts: readonly string[];
  shown: readonly string[];
  deaf: readonly string[];
}

function rowsOf({ replies, found, seen, hosts, shown, deaf }: Heard) {
  const count = (kind: string) => replies.filter((each) => each.kind === kind).length.toLocaleString('en-US');
  const sinks = [...found.drawn].map(([sink, times]) => `${sink}: ${times.toLocaleString('en-US')}`).join('; ');
  const scripts = `${count('script')} replies that try, as often as they were shown (${sinks})`;
  const asked = hosts.filter((host) => !host.startsWith('control-')).map((host) => `looked up ${host}`);
  return [
    rowOf('No script of a reply or a name runs', '0', scripts, seen.ran),
    rowOf(
      'No request leaves because of a reply or a name, nor does a name of a host',
      '0',
      `${count('leak')} replies that try, in the same places`,
      [...seen.left, ...asked],
    ),
    rowOf("Nothing has to be stopped by the browser's policy", '0', 'the same', seen.stopped),
    rowOf(
      'No element of a page comes of a reply but text and links to web addresses and mail',
      '0',
      'the same',
      found.acting,
    ),
    rowOf('Each reply is shown to its end wherever it is shown', '0 unseen', 'the same', found.unseen),
    rowOf('A file of replies is downloaded, never shown under our origin', '0 shown', '8 exports', shown),
    rowOf(
      'The browser of this run hears a script, a request and a name of a host',
      '0 unheard',
      `5 controls at ${leakDomain}`,
      deaf,
    ),
  ];
}
