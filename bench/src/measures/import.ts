import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Session } from '../client/session.js';
import { exportFile } from '../history/export-file.js';
import { watchLiveMemory } from '../processes/watch-live-memory.js';
import { watchMemory } from '../processes/watch-memory.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { atMost, mb } from '../table/rows.rules.js';

const megabyte = 1024 * 1024;

/** Imports a long file, and one that breaks off: how much memory it takes, and what is left of half a file. */
export async function importing(rig: Rig): Promise<Measured> {
  const [, session] = (await rig.stack.sessions(2)) as [Session, Session];
  const bytes = (rig.isQuick ? 10 : 500) * megabyte;
  const failures: string[] = [];
  // The memory that the first import makes the runtime allocate is the same for every size.
  await send(rig, session, exportFile(10 * megabyte, true));

  const kept = await count(rig, session);
  const broken = await send(rig, session, exportFile(bytes / 5, true));
  const left = (await count(rig, session)) - kept;
  if (broken.status !== 400) failures.push(`a file that breaks off was answered ${broken.status}`);
  if (left !== 0) failures.push(`${left} conversations are left of a file that breaks off`);

  const resident = await watchMemory(rig.stack.serverPids());
  const live = await watchLiveMemory(() => rig.stack.liveBytes());
  const file = exportFile(bytes, false);
  const began = performance.now();
  const whole = await send(rig, session, file);
  const took = performance.now() - began;
  const held = await live.stop();
  const { before, peak } = resident.stop();
  const imported = (await count(rig, session)) - kept;
  if (whole.status !== 200) failures.push(`an import of ${mb(bytes)} was answered ${whole.status}: ${whole.text}`);
  else if (imported !== file.made.conversations)
    failures.push(`${imported} of ${file.made.conversations} conversations came in`);
  const growth = held.peak - held.before;
  return {
    rows: [
      {
        measure: `import of ${mb(file.made.bytes)}: memory held above before`,
        ours: mb(growth),
        compared: `resident +${mb(peak - before)}`,
        goal: '≤ 48 MB',
        verdict: atMost(growth / megabyte, 48),
      },
      { measure: `– ${file.made.conversations} conversations`, ours: `${(took / 1000).toFixed(1)} s` },
      {
        measure: '– conversations left of a file that breaks off',
        ours: String(left),
        goal: '0',
        verdict: atMost(left, 0),
      },
    ],
    failures,
  };
}

async function send({ stack }: Rig, { cookie }: Session, { body }: ReturnType<typeof exportFile>) {
  const headers = { cookie, 'content-type': 'application/json' };
  const sending = request({ host: '127.0.0.1', port: stack.port, path: '/api/import', method: 'POST', headers });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sending.once('error', reject).once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text })).once('error', reject);
    });
  });
  const sent = pipeline(body, sending).catch(() => undefined);
  const answer = await answered;
  await sent;
  return answer;
}

async function count({ stack }: Rig, { cookie }: Session): Promise<number> {
  const url = `http://127.0.0.1:${stack.port}/api/conversations?includeAll=true&messages=none&limit=1`;
  const answer = await fetch(url, { headers: { cookie }, signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`GET ${url} answered ${answer.status}: ${await answer.text()}`);
  await answer.text();
  return Number(answer.headers.get('x-total-count'));
}
