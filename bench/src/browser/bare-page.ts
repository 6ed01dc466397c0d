import type { Browser } from 'playwright-core';
import type { Session } from '../client/session.js';
import { openSignedIn } from './dashboard-page.js';
import { recordTokens } from './token-record.js';

const html = '<!doctype html><title>Bare</title><pre data-live></pre>';

/** A page of the same origin that only shows each packet of a broadcast in the next frame: what no page can be below. */
export async function openBarePage(browser: Browser, port: number, session: Session, body: object) {
  const { page, url } = await openSignedIn(browser, port, session);
  await recordTokens(page);
  await page.route(`${url}/bare`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${url}/bare`);
  await page.evaluate(show, JSON.stringify(body));
  return page;
}

async function show(body: string) {
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
  const answer = await fetch('/api/send-message', { method: 'POST', headers, body });
  if (!answer.ok || !answer.body) throw new Error(`The bare page was answered ${answer.status}.`);
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  const shown = document.querySelector('pre')!;
  const readOn = async () => {
    for (let packet = await reader.read(); !packet.done; packet = await reader.read()) {
      const text = decoder.decode(packet.value, { stream: true });
      requestAnimationFrame(() => (shown.textContent = text));
    }
    shown.toggleAttribute('data-ended', true);
  };
  void readOn();
}
