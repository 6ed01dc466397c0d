import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../browser/browser.js';
import { openSignedIn } from '../browser/dashboard-page.js';
import { framesOf, missedShare } from '../browser/frames.rules.js';
import { takeRecord } from '../browser/page-record.js';
import type { Session } from '../client/session.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { atMost } from '../table/rows.rules.js';

/** Scrolls the table of history through 10,000 rows; the floor is the same table with 100. */
export async function scrolling(rig: Rig): Promise<Measured> {
  const seconds = rig.isQuick ? 2 : 10;
  const [session] = (await rig.stack.sessions(1)) as [Session];
  const browser = await openBrowser();
  try {
    const few = await scroll(browser, rig.stack.port, session, { rows: 100, seconds });
    const many = await scroll(browser, rig.stack.port, session, { rows: 10_000, seconds });
    const percent = (value: number) => `${value.toFixed(1)} %`;
    const beyond = missedShare(many.frames) - missedShare(few.frames);
    return {
      rows: [
        {
          measure: 'frames missed, scrolling a table of 10,000 conversations (floor: 100)',
          ours: percent(missedShare(many.frames)),
          floor: percent(missedShare(few.frames)),
          compared: `+${percent(Math.max(0, beyond))}`,
          goal: '≤ 2.0 %',
          verdict: atMost(beyond, 2),
        },
        {
          measure: '– longest wait for a frame',
          ours: `${many.frames.longestMs.toFixed(0)} ms`,
          floor: `${few.frames.longestMs.toFixed(0)} ms`,
        },
        { measure: '– rows in the page', ours: String(many.rows), floor: String(few.rows) },
      ],
      failures: [],
    };
  } finally {
    await browser.close();
  }
}

interface Scrolling {
  rows: number;
  seconds: number;
}

async function scroll(browser: Browser, port: number, session: Session, { rows, seconds }: Scrolling) {
  const { page, url } = await openSignedIn(browser, port, session);
  // The pages of the list all at once: what is measured is the table.
  await page.route('**/api/conversations?**', (route) =>
    route.fulfill({ json: conversations(rows), headers: { 'x-total-count': String(rows) } }),
  );
  await page.goto(`${url}/history`);
  await page
    .getByText(`of ${rows.toLocaleString('en-US')}`)
    .last()
    .waitFor({ state: 'attached', timeout: 60_000 });
  const rowsInPage = page.locator('[role=row]');
  await page.mouse.move(600, 500);
  await pause(1000);
  await takeRecord(page);
  const until = performance.now() + seconds * 1000;
  for (let step = 0; performance.now() < until; step += 1) {
    await page.mouse.wheel(0, step % 120 < 80 ? 900 : -900);
    await pause(30);
  }
  const record = await takeRecord(page);
  const rowsAtTheEnd = await rowsInPage.count();
  await page.context().close();
  return { frames: framesOf(record.frames), rows: rowsAtTheEnd };
}

const time = '2026-11-21T09:12:00Z';
const aiService = { name: 'alpha', displayName: 'Alpha', color: '#4f6bed' };
const conversations = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`,
    aiService,
    title: `Conversation ${at}`,
    messages: [],
    messageCount: 10,
    preview: 'The last thing said.',
    createdAt: time,
    updatedAt: time,
  }));
