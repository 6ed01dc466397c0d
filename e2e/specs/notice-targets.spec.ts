import { beforeAll, describe, expect, test } from '@jest/globals';
import { noticeTargetKinds } from '@polylogue/api-contract';
import {
  freePort,
  startMailServer,
  startPostReceiver,
  until,
  type MailServer,
  type PostReceiver,
} from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { expectClean, expectCleanInLooks, looks } from '../src/axe.js';
import { setScene } from '../src/scene.js';

let receiver: PostReceiver;
let mail: MailServer;

describe('where notices are sent', () => {
  const scene = setScene(async (keep) => {
    [receiver, mail] = await Promise.all([startPostReceiver(), startMailServer()]);
    keep(receiver);
    keep(mail);
    const port = await freePort();
    return {
      port,
      env: {
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SMTP_URL: mail.url,
        SMTP_FROM: 'Polylogue <notices@polylogue.example>',
        ADMIN_ALLOWED_NETWORKS: new URL(receiver.url).host,
      },
    };
  });
  let ada: Account;
  beforeAll(async () => {
    ada = await scene.signUp('Ada');
  });

  test('is chosen, tested, changed and removed in Your Account', async () => {
    const { page, errors } = await scene.visit(ada);
    await page.goto('/admin/account');
    const section = page.getByRole('region', { name: 'Where to send notices' });
    await section.getByRole('button', { name: 'Add a target' }).click();
    await section.getByLabel('Send to').selectOption('Webhook');
    expect(await section.getByLabel('Send to').locator('option').count()).toBe(noticeTargetKinds.length);
    await section.getByLabel('Address').fill('https://169.254.169.254/latest');
    await section.getByLabel('Quiet hours').check();
    await section.getByRole('button', { name: 'Add', exact: true }).click();
    await section.getByText('This address is in a network that is not allowed here.').waitFor();
    await expectCleanInLooks(page, 'notice-target-new', { shown: section });
    await section.getByLabel('Address').fill(`${receiver.url}/hooks/of-ada`);
    await section.getByRole('button', { name: 'Add', exact: true }).click();
    const secret = await section.getByRole('status').locator('code').innerText();
    expect(secret).toMatch(/^whsec_/);
    await section.getByRole('button', { name: 'Done' }).click();
    await section.getByRole('button', { name: /^Test / }).click();
    await section.getByText('The test was taken.').waitFor();
    expect(JSON.parse(receiver.posts[0]!.body)).toMatchObject({ type: 'notice.test' });
    receiver.answer = (_post, response) => response.writeHead(500).end();
    await section.getByRole('button', { name: /^Test / }).click();
    await section.getByText('The test did not arrive: It answered 500.').waitFor();
    await expectCleanInLooks(page, 'notice-targets', { shown: section });
    await section.getByRole('button', { name: /^Edit / }).click();
    await section.getByLabel('Send notices there').uncheck();
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Off', { exact: true }).waitFor();
    await section.getByRole('button', { name: /^Remove / }).click();
    await section.getByRole('button', { name: 'Remove it for good' }).click();
    await section.getByText(/example|hooks|…/).waitFor({ state: 'detached' });
    expect(errors).toEqual([expect.stringContaining('POST /api/notice-targets failed: 400')]);
  });

  test('by mail is confirmed by a link, and ended by one, signed out', async () => {
    const { page, errors } = await scene.visit(ada);
    await page.goto('/admin/account');
    const section = page.getByRole('region', { name: 'Where to send notices' });
    await section.getByRole('button', { name: 'Add a target' }).click();
    await section.getByLabel('E-mail address').fill('elsewhere@example.org');
    await section.getByRole('button', { name: 'Add', exact: true }).click();
    await section.getByText('Waits to be confirmed').waitFor();
    const asked = await until(() => mail.mails[0]);
    const visitor = await scene.visit();
    await visitor.page.goto(/http:\S+\/confirm\?\S+/.exec(asked.text)![0]);
    await expectClean(visitor.page, 'notice-link-confirm');
    await visitor.page.getByRole('button', { name: 'Confirm this address' }).click();
    await visitor.page.getByText('e…@example.org is confirmed.').waitFor();
    await page.reload();
    await section.getByRole('button', { name: /^Test / }).click();
    await section.getByText('The test was taken.').waitFor();
    const test = mail.mails.at(-1)!;
    for (const [width, colorScheme] of looks) {
      await visitor.page.setViewportSize({ width, height: 700 });
      await visitor.page.emulateMedia({ colorScheme });
      await visitor.page.goto('about:blank');
      await visitor.page.setContent(test.html);
      await expectClean(visitor.page, `notice-mail-${width}-${colorScheme}`);
    }
    await visitor.page.goto(/http:\S+\/unsubscribe\?\S+/.exec(test.text)![0]);
    await expectClean(visitor.page, 'notice-link-unsubscribe');
    await visitor.page.getByRole('button', { name: 'Stop sending here' }).click();
    await visitor.page.getByText('Nothing more is sent to e…@example.org.').waitFor();
    await page.reload();
    await section.getByText('Off', { exact: true }).waitFor();
    expect(errors).toEqual([]);
    expect(visitor.errors).toEqual([]);
  });
});
