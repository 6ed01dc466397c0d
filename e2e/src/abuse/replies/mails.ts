import { startMailServer, until, type MailServer } from '@polylogue/test-kit';
import { actingElements } from '../watched-browser.js';
import { markIn } from './names.rules.js';
import { raiseNotices } from './names.js';
import { countDrawn, type Stage } from './stage.js';

/** Of a hundred that one account is sent a day. */
const count = 30;

/** Mails about queries with hostile names, opened as a program for mail shows them that has no policy of its own. */
export async function openMails(stage: Stage, mail: MailServer): Promise<void> {
  const { api, found } = stage;
  const added = await api.fetch('POST', '/api/notice-targets', {
    kind: 'email',
    address: 'elsewhere@example.org',
    noticeKinds: ['run_finished', 'run_failed', 'run_changed', 'run_skipped'],
    quietHours: null,
  });
  if (!added.ok) throw new Error(`A target was answered ${added.status}: ${await added.text()}`);
  const asked = await until(() => mail.mails[0], { what: 'the mail that asks to confirm', timeoutMs: 30_000 });
  const token = /\/confirm\?token=([^\s&]+)/.exec(asked.text)?.[1];
  const confirmed = await api.fetch('POST', `/api/notice-targets/confirm?token=${token}`);
  if (!confirmed.ok) throw new Error(`Confirming answered ${confirmed.status}: ${await confirmed.text()}`);
  await raiseNotices(stage, count);
  const about = () => mail.mails.filter(({ html }) => html.includes(markIn));
  // Several notices may go together.
  const named = () => new Set(about().flatMap(({ html }) => html.match(/named-\d+ /g) ?? [])).size;
  await until(() => named() >= count, { what: 'the mails of notices', timeoutMs: 120_000 });
  const page = await stage.browser.open();
  for (const { html, raw } of about()) {
    await page.goto('about:blank');
    await page.setContent(html);
    found.acting.push(...(await actingElements(page)).map((element) => `mail: ${element}`));
    const heads = raw.slice(0, raw.indexOf('\r\n\r\n'));
    if (/^(bcc|cc|x-injected):/im.test(heads)) found.acting.push(`mail: ${heads}`);
  }
  countDrawn(stage, 'mail', named());
  await page.close();
}

/** A mail server, and what the product needs to know of it. */
export async function mailGround() {
  const mail = await startMailServer();
  const env = {
    PUBLIC_URL: 'http://127.0.0.1:9',
    SMTP_URL: mail.url,
    SMTP_FROM: 'Polylogue <notices@polylogue.example>',
  };
  return { mail, env };
}
