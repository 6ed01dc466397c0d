import { rowOf, type PartRow } from '../part.js';
import { controlHost } from './control.js';
import { leakDomain, type HostileReply } from './corpus.rules.js';
import type { Stage } from './stage.js';

/** What a part showed, and what came of it. */
export interface Heard {
  replies: readonly HostileReply[];
  stage: Stage;
  /** What the browser looked up, by its own record. */
  hosts: readonly string[];
  /** Controls that went unheard. */
  deaf: readonly string[];
}

/** The promises about whatever shows a reply. */
export function heardRows({ replies, stage, hosts }: Heard): PartRow[] {
  const { found, browser } = stage;
  const { seen } = browser;
  const count = (kind: string) => replies.filter((each) => each.kind === kind).length.toLocaleString('en-US');
  const sinks = [...found.drawn].map(([sink, times]) => `${sink}: ${times.toLocaleString('en-US')}`).join('; ');
  const scripts = `${count('script')} replies that try, as often as they were shown (${sinks})`;
  const asked = hosts.filter((host) => !host.startsWith('control-')).map((host) => `looked up ${host}`);
  const leaks = `${count('leak')} replies that try, in the same places`;
  return [
    rowOf('No script of a reply or a name runs', '0', scripts, seen.ran),
    rowOf('No request leaves because of a reply or a name, nor does a name of a host', '0', leaks, [
      ...seen.left,
      ...asked,
    ]),
    rowOf("Nothing has to be stopped by the browser's policy", '0', 'the same', seen.stopped),
    rowOf(
      'No element of a page comes of a reply but text and links to web addresses and mail',
      '0',
      'the same',
      found.acting,
    ),
    rowOf('Each reply is shown to its end wherever it is shown', '0 unseen', 'the same', found.unseen),
  ];
}

export const controlRow = ({ hosts, deaf }: Heard): PartRow =>
  rowOf(
    'The browser of this run hears a script, a request and a name of a host',
    '0 unheard',
    `5 controls at ${leakDomain}`,
    hosts.includes(controlHost) ? deaf : [...deaf, 'a name of a host'],
  );
