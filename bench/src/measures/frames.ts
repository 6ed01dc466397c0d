import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openBarePage } from '../browser/bare-page.js';
import { openBrowser } from '../browser/browser.js';
import { openDashboard, openEmptyPage, watchMainThread } from '../browser/dashboard-page.js';
import { answersOf, framesOf } from '../browser/frames.rules.js';
import { takeRecord } from '../browser/page-record.js';
import { recordTokens, takeWaits } from '../browser/token-record.js';
import type { Session } from '../client/session.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { promptFor } from '../upstream/reply-tokens.rules.js';
import { frameRows } from './frames.rules.js';

const pace = { firstTokenMs: 200, tokensPerSecond: 100, tokensPerWrite: 1, isMarkdown: true };
/** Tokens of the sample in markdown that make 100,000 characters and some more. */
const longReply = 19_000;
const earlierRounds = 100;

/**
 * What a user feels while six replies stream at 100 tokens/s each, in a real browser: frames missed, layout shifted,
 * keys answered, tokens painted; the same below a hundred earlier rounds; then a reply of 100,000 characters. The floor is a window that shows nothing, while the
 * same six replies stream to another user on the same machine; of painting, one that shows each packet as it comes.
 */
export async function frames(rig: Rig): Promise<Measured> {
  const seconds = rig.isQuick ? 4 : 12;
  const [session, another, experienced] = (await rig.stack.sessions(3)) as [Session, Session, Session];
  const browser = await openBrowser();
  try {
    await rig.upstream.plan(timetables({ ...pace, tokens: 4 }));
    await session.broadcast('frames-warm', services);
    // Plain text: the first row of a table is shown when it is whole, however early it came.
    await rig.upstream.plan(timetables({ ...pace, isMarkdown: false, tokens: pace.tokensPerSecond * (seconds + 4) }));
    const bare = await whileItIsBare(browser, rig, another, seconds);
    const waits = await withTokens(browser, rig, another, seconds);
    const tokens = pace.tokensPerSecond * (2 * seconds + 4);
    await rig.upstream.plan(timetables({ ...pace, tokens }));
    const empty = await whileNobodyLooks(browser, session, seconds);
    const streamed = await whileItStreams(browser, rig, session, seconds);
    await haveRounds(rig, experienced);
    await rig.upstream.plan(timetables({ ...pace, tokens }));
    const below = await whileItStreams(browser, rig, experienced, seconds);
    const long = await withLongReply(browser, rig, session, seconds);
    await rig.upstream.take();
    return { rows: frameRows({ empty, bare, waits, streamed, below, long }), failures: [] };
  } finally {
    await browser.close();
  }
}

async function haveRounds(rig: Rig, session: Session) {
  await rig.upstream.plan(timetables({ ...pace, tokens: 60, tokensPerSecond: 4000, tokensPerWrite: 60 }));
  const rounds = rig.isQuick ? 10 : earlierRounds;
  for (let round = 0; round < rounds; round += 1) await session.broadcast(`frames-round-${round}`, services);
}

async function whileNobodyLooks(browser: Browser, session: Session, seconds: number) {
  const page = await openEmptyPage(browser);
  const streaming = session.broadcast('frames-floor', services);
  await pause(1500);
  await takeRecord(page);
  await pause(seconds * 1000);
  const record = await takeRecord(page);
  await streaming;
  await page.context().close();
  return framesOf(record.frames);
}

async function whileItIsBare(browser: Browser, rig: Rig, session: Session, seconds: number) {
  const body = { message: promptFor('frames-bare'), selectedAIs: services, mode: 'broadcast' };
  const page = await openBarePage(browser, rig.stack.port, session, body);
  await pause(1000);
  await takeWaits(page);
  await pause(seconds * 1000);
  const waits = await takeWaits(page);
  await page.locator('[data-ended]').waitFor();
  await page.context().close();
  return waits;
}

async function whileItStreams(browser: Browser, rig: Rig, session: Session, seconds: number) {
  const page = await openDashboard(browser, rig.stack.port, session);
  await pause(1000);
  await takeRecord(page);
  await send(page, 'frames');
  const sending = await takeRecord(page);
  const worked = await watchMainThread(page);
  const began = performance.now();
  await pause(seconds * 1000);
  const looking = await takeRecord(page);
  const busyShare = (await worked()) / (performance.now() - began);
  await typeFor(page, seconds * 1000);
  const typing = await takeRecord(page);
  const text = await page.getByRole('region', { name: 'Alpha', exact: true }).innerText();
  await page.getByRole('button', { name: 'Stop all' }).click();
  await page.context().close();
  if (!text.includes('RETURNING')) throw new Error('The replies did not stream into their panels.');
  return {
    frames: framesOf(looking.frames),
    shift: looking.shifts.reduce((sum, one) => sum + one, 0),
    answers: answersOf([...sending.slow, ...typing.slow], typing.interactions),
    typing: framesOf(typing.frames),
    busyShare,
  };
}

/** Sends as a user does, and waits until all replies stream. */
async function send(page: Page, key: string) {
  await page.keyboard.press('/');
  await page.keyboard.type(promptFor(key), { delay: 40 });
  await page.keyboard.press('Enter');
  // Not by its role: that looks at every element in the page, for 200 ms of its main thread, just when Enter is to be painted.
  await page.locator('[aria-label="Stop all"]').waitFor();
  await pause(1000);
}

async function withTokens(browser: Browser, rig: Rig, session: Session, seconds: number) {
  const page = await openDashboard(browser, rig.stack.port, session, recordTokens);
  await send(page, 'frames-tokens');
  await takeWaits(page);
  await pause(seconds * 1000);
  const waits = await takeWaits(page);
  await page.getByRole('button', { name: 'Stop all' }).waitFor({ state: 'detached', timeout: 60_000 });
  await page.context().close();
  return waits;
}

/** Types as fast as a quick typist does, for so long. */
async function typeFor(page: Page, milliseconds: number) {
  const until = performance.now() + milliseconds;
  for (let letter = 0; performance.now() < until; letter += 1) {
    await page.keyboard.type('the next question '.charAt(letter % 18), { delay: 30 });
    await pause(70);
  }
}

async function withLongReply(browser: Browser, rig: Rig, session: Session, seconds: number) {
  await rig.upstream.plan(timetables({ ...pace, tokens: longReply, tokensPerSecond: 4000, tokensPerWrite: 100 }));
  await session.broadcast('frames-long', ['alpha']);
  const began = performance.now();
  const page = await openDashboard(browser, rig.stack.port, session);
  const reply = page.getByRole('region', { name: 'Messages with Alpha' });
  await reply.getByRole('table').last().waitFor();
  const openedMs = performance.now() - began;
  // What is out of sight is not rendered, and has no innerText.
  const characters = (await reply.textContent())?.length ?? 0;
  await page.getByRole('button', { name: 'Maximise Alpha' }).click();
  await reply.hover();
  await pause(500);
  await takeRecord(page);
  const until = performance.now() + seconds * 1000;
  for (let step = 0; performance.now() < until; step += 1) {
    await page.mouse.wheel(0, step % 80 < 40 ? -900 : 900);
    await pause(30);
  }
  const record = await takeRecord(page);
  await page.context().close();
  return { frames: framesOf(record.frames), characters, openedMs };
}
