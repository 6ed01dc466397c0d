import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Marked } from 'marked';
import type { Page } from 'playwright-core';
import { lookFor, type HostileRound } from './panels.js';
import { countDrawn, type Stage } from './stage.js';

/** Rounds as they are read in History, where a comparison stands as a whole. */
export async function readInHistory(stage: Stage, rounds: readonly HostileRound[]): Promise<void> {
  const page = await stage.browser.open(stage.user);
  // Whatever is laid out only where it is near is near.
  await page.setViewportSize({ width: 1440, height: 12_000 });
  for (const { id, groups } of rounds) {
    await page.goto(`/history/${id}`);
    await lookFor(stage, page, 'History', groups);
  }
  await page.close();
}

/** Their exports: opened from the disk, where no policy of a server helps, Markdown by a viewer; under our origin files may only be downloaded. */
export async function openExports(stage: Stage, rounds: readonly HostileRound[], shown: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'exports-'));
  const page = await stage.browser.open(stage.user);
  try {
    for (const { id, groups } of rounds) {
      for (const layout of ['columns', 'turns']) {
        const answer = await stage.api.fetch('GET', `/api/comparisons/${id}/export?format=html&layout=${layout}`);
        if (!answer.ok) throw new Error(`An export answered ${answer.status}: ${await answer.text()}`);
        const file = join(folder, `${id}-${layout}.html`);
        await writeFile(file, await answer.text());
        await page.goto(pathToFileURL(file).href);
        await lookFor(stage, page, 'exported page', groups);
        await openMarkdown(stage, page, { path: `/api/comparisons/${id}/export?format=md&layout=${layout}`, folder });
        await lookFor(stage, page, 'exported Markdown', groups);
      }
    }
    await openMarkdown(stage, page, { path: '/api/export-all?format=md', folder });
    await lookFor(
      stage,
      page,
      'all conversations as Markdown',
      rounds.flatMap(({ groups }) => groups),
    );
    const [first] = rounds;
    for (const format of ['html', 'md', 'json', 'csv']) {
      await mustDownload(page, `/api/comparisons/${first!.id}/export?format=${format}`, shown);
    }
    for (const format of ['md', 'json', 'txt', 'csv'])
      await mustDownload(page, `/api/export-all?format=${format}`, shown);
    countDrawn(stage, 'downloads', 8);
  } finally {
    await page.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** As the least careful of viewers shows it: HTML as it stands, pictures at once, links of every kind. */
async function openMarkdown(stage: Stage, page: Page, { path, folder }: { path: string; folder: string }) {
  const answer = await stage.api.fetch('GET', path);
  if (!answer.ok) throw new Error(`An export answered ${answer.status}: ${await answer.text()}`);
  const body = await new Marked({ gfm: true }).parse(await answer.text());
  const file = join(folder, 'viewer.html');
  await writeFile(file, `<!doctype html><meta charset="utf-8"><title>A viewer</title><body>${body}`);
  await page.goto(pathToFileURL(file).href);
}

/** A file of replies that the browser would show, it would show under our origin. */
async function mustDownload(page: Page, path: string, shown: string[]): Promise<void> {
  await page.goto('/');
  const download = page.waitForEvent('download', { timeout: 20_000 }).catch(() => undefined);
  await page.goto(path).catch(() => undefined);
  if ((await download) === undefined) shown.push(path);
}
