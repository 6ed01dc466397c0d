import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ground } from './ground.js';
import type { Harm } from './plan.rules.js';
import { killOutcomes } from './points.rules.js';

const reachMs = 30_000;

type Kill = Extract<Harm, { kind: 'kill' }>;

/**
 * Ends the first process of a service that comes to the point, as `kill -9` does: which of them it will be nobody knows. If
 * none comes there in time, one is killed where it stands.
 */
export async function killAt(ground: Pick<Ground, 'processesOf' | 'folder'>, harm: Kill): Promise<string> {
  const { slice, replica, point } = harm;
  const all = ground.processesOf(slice);
  const id = randomUUID();
  const mark = join(ground.folder, 'hits', id);
  for (const each of all) each.arm({ id, point: { ...point } });
  try {
    const until = performance.now() + reachMs;
    while (!existsSync(mark) && performance.now() < until) await pause(20);
  } finally {
    for (const each of all) each.disarm(id);
  }
  if (existsSync(mark)) {
    const pid = Number(readFileSync(mark, 'utf8'));
    const who = all.findIndex((each) => each.pid === pid);
    return who === -1 || who === replica % all.length
      ? killOutcomes.there
      : `${killOutcomes.there}, as ${slice}/${who}`;
  }
  all[replica % all.length]!.signal('SIGKILL');
  return killOutcomes.elsewhere;
}
