import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '@polylogue/test-kit';
import type { WatchedBrowser } from '../watched-browser.js';
import { canaryName, leakDomain } from './corpus.rules.js';

/** Looked up once, so that the browser's own record is known to tell of it. */
export const controlHost = `control-host.${leakDomain}`;

const page = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="media-src 'none'">
<img src="http://control-image.${leakDomain}/p" onerror="${canaryName}('control')">
<video src="http://control-video.${leakDomain}/p"></video>
<script>alert('control')</script>`;

/** Does once what no reply may do, on a page of its own, and forgets it. What went unheard. */
export async function expectControls({ open, visitUnwatched, seen }: WatchedBrowser): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'control-'));
  const file = join(folder, 'control.html');
  await writeFile(file, page);
  const window = await open();
  await window.goto(pathToFileURL(file).href);
  const heard = () => ({
    'a script': seen.ran.some((what) => what.startsWith('control')),
    'a dialog': seen.ran.some((what) => what === 'a dialog: control'),
    'a request': seen.left.some((what) => what.includes('control-image')),
    'the policy': seen.stopped.some((what) => what.startsWith('media-src')),
  });
  const all = () => Object.values(heard()).every(Boolean);
  await until(all, { what: 'the controls', timeoutMs: 10_000 }).catch(() => undefined);
  const deaf = Object.entries(heard()).flatMap(([what, isHeard]) => (isHeard ? [] : [what]));
  for (const list of Object.values(seen) as string[][]) list.length = 0;
  await window.close();
  await visitUnwatched(`http://${controlHost}/`);
  await rm(folder, { recursive: true, force: true });
  return deaf;
}
