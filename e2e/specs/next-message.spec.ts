import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { gate, until, type FakeAi } from '@polylogue/test-kit';
import { axeFindings } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScripted } from '../src/scene.js';

let vendor: FakeAi;
let visitor: Visitor;
let screen: DashboardScreen;

const scene = shareScripted((scripted) => void (vendor = scripted));
beforeAll(async () => {
  visitor = await scene.visit(await scene.signUp());
  await visitor.page.goto('/');
  screen = new DashboardScreen(visitor.page);
  await screen.box().waitFor();
});
afterEach(() => expect(visitor.errors).toEqual([]));

const waiting = (name: string) => screen.panel(name).getByText('Sent when the reply above has ended');
const bar = () => screen.page.getByRole('region', { name: 'Blind round' });

/** A message of which Alpha and Beta have begun the reply, with these words, and end it when they are let. */
async function begin(words: string): Promise<() => void> {
  const { opened, open } = gate();
  for (const name of ['alpha', 'beta'])
    vendor.replies(name, { chunks: [`${words} begins `, opened, 'and ends.'] }, 'Once more.');
  await screen.mode('Selective AIs');
  for (const name of await screen.selected()) await screen.tile(name).click();
  for (const name of ['alpha', 'beta']) await screen.tile(name).click();
  await screen.send('The first');
  for (const name of ['Alpha', 'Beta']) await screen.panel(name).getByText(`${words} begins`).waitFor();
  return open;
}

describe('a message that waits', () => {
  test('stands in the box again when the dashboard is cleared, and is never sent', async () => {
    const goOn = await begin('One');
    await screen.box().fill('The second');
    await screen.button('Send next').click();
    await screen.says('Message queued', 'Each service gets it as soon as its reply has ended.');
    for (const name of ['Alpha', 'Beta']) await waiting(name).waitFor();
    await screen.unfold();
    await screen.button('Clear All').click();
    await screen.says(
      'Session cleared',
      'Current dashboard conversations cleared (history preserved). The message that waited was taken back.',
    );
    await keepPicture(screen.page, 'queued-cleared');
    expect(await axeFindings(screen.page)).toEqual([]);
    goOn();
    await screen.button('Send').waitFor();
    expect(await screen.box().inputValue()).toBe('The second');
    expect(vendor.requestsFor('alpha')).toHaveLength(1);
    await screen.closeToast();
  });

  test('says how many services have it already', async () => {
    const goOn = await begin('Two');
    await screen.unfold();
    await screen.tile('gamma').click();
    await screen.box().fill('The second');
    await screen.button('Send next').click();
    await screen.says(
      'Message queued',
      '1 of 3 services have it. The others get it as soon as their replies have ended.',
    );
    await screen.panel('Gamma').getByText('Hello from gamma.').waitFor();
    goOn();
    for (const name of ['Alpha', 'Beta']) await screen.panel(name).getByText('Once more.').waitFor();
    await screen.closeToast();
  });
});

describe('a blind round', () => {
  test('begins at once while replies come, and says so before', async () => {
    const goOn = await begin('Three');
    await screen.unfold();
    await screen.page.getByRole('switch', { name: 'Blind' }).click();
    vendor.replies('alpha', { status: 400, errorMessage: 'No.' });
    vendor.replies('beta', 'One reply.');
    await screen.box().fill('Who knows?');
    expect(await screen.button('Send next').count()).toBe(0);
    await screen.button('Send now').click();
    await bar().waitFor();
    goOn();
  });

  test('of which one reply is complete is revealed without a vote', async () => {
    const reveal = bar().getByRole('button', { name: 'Reveal without a vote' });
    await reveal.waitFor();
    await bar().getByText('Fewer than two replies are complete, and a vote compares at least two.').waitFor();
    await keepPicture(screen.page, 'blind-unvotable');
    expect(await axeFindings(screen.page)).toEqual([]);
    await reveal.click();
    const who = bar().getByRole('list', { name: 'Who was who' });
    await who.waitFor();
    const said = await who.getByRole('listitem').allInnerTexts();
    expect(said.map((each) => each.split(' was ')[1]).toSorted()).toEqual(['Alpha', 'Beta']);
    await until(async () => (await screen.panel('Alpha').getByText('Who knows?').count()) > 0);
    await keepPicture(screen.page, 'blind-revealed-unvoted');
  });
});
