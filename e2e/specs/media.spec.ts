import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { axeFindings, looks } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { setScene } from '../src/scene.js';

const prompt = 'A quiet green valley at sunrise';

describe('pictures, sounds and films', () => {
  const scene = setScene();
  let visitor: Visitor;
  let page: Page;
  let screen: DashboardScreen;
  let account: Account;

  beforeAll(async () => {
    account = await scene.signUp();
  });

  beforeEach(async () => {
    visitor = await scene.visit(account);
    ({ page } = visitor);
    screen = new DashboardScreen(page);
    await page.goto('/');
    await page.getByText('9 AI services available').waitFor();
  });

  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
  });

  const api = () => scene.apiOf(account);
  const mediaOf = async (aiService: string) =>
    (await api().conversations())
      .filter((each) => each.aiService.name === aiService)
      .flatMap(({ messages }) => messages.flatMap(({ media = [] }) => media));
  const noFaults = async () => expect(await axeFindings(page)).toEqual([]);

  test('a picture is shown, enlarged, kept, and hidden from other users', async () => {
    await screen.category('Image AI');
    expect(await screen.selected()).toEqual(['demo-canvas']);
    await screen.send(prompt);
    const canvas = screen.panel('Demo Canvas');
    await canvas.getByText('Demo', { exact: true }).waitFor();
    const picture = canvas.getByRole('img', { name: prompt });
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await picture.waitFor();
    await until(async () => (await width()) === 768, { what: 'the picture' });
    await canvas.getByRole('button', { name: `Enlarge: ${prompt}` }).click();
    const large = page.getByRole('dialog', { name: prompt });
    await large.getByRole('img').waitFor();
    await keepPicture(page, 'media-enlarged');
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'hidden' });

    await page.reload();
    await until(async () => (await width()) === 768, { what: 'the picture after a reload' });
    const link = canvas.getByRole('link', { name: 'Download a-quiet-green-valley-at-sunrise.png' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('a-quiet-green-valley-at-sunrise.png');
    expect((await readFile(await download.path())).subarray(1, 4).toString()).toBe('PNG');

    const { url } = (await mediaOf('demo-canvas')).at(-1)!;
    const stranger = await scene.signUp();
    expect((await scene.apiOf(stranger).fetch('GET', url)).status).toBe(404);
    expect((await fetch(scene.url + url)).status).toBe(401);
    expect((await api().fetch('GET', url)).status).toBe(200);
  });

  test('a sound is played, and what it says can be read', async () => {
    await screen.category('Audio AI');
    await screen.send('Good morning. This is read aloud.');
    const voice = screen.panel('Demo Voice');
    const player = voice.getByLabel('Sound: Good morning. This is read aloud.');
    await player.waitFor();
    await until(async () => (await player.evaluate((sound: HTMLAudioElement) => sound.duration)) > 2, {
      what: 'the length of the sound',
    });
    await voice.getByRole('region', { name: 'Spoken text' }).getByText('This is read aloud.').waitFor();
    const end = await player.evaluate(async (sound: HTMLAudioElement) => {
      sound.currentTime = sound.duration - 0.3;
      const ended = new Promise((resolve) => sound.addEventListener('ended', resolve, { once: true }));
      await sound.play();
      await ended;
      return [sound.ended, sound.error];
    });
    expect(end).toEqual([true, null]);
  });

  test('a film shows its progress, then plays, from anywhere in it', async () => {
    await screen.category('Video AI');
    await screen.send('The sun over a blue winter sea');
    const reel = screen.panel('Demo Reel');
    await reel.getByRole('progressbar', { name: 'Working' }).waitFor();
    await keepPicture(page, 'media-progress');
    const film = reel.getByLabel('Film: The sun over a blue winter sea');
    await film.waitFor({ timeout: 60_000 });
    const seen = await film.evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      if (video.readyState === 0)
        await new Promise((resolve) => video.addEventListener('loadedmetadata', resolve, { once: true }));
      video.currentTime = 3.5;
      await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
      const ended = new Promise((resolve) => video.addEventListener('ended', resolve, { once: true }));
      await video.play();
      await ended;
      return { width: video.videoWidth, duration: video.duration, error: video.error };
    });
    expect(seen).toEqual({ width: 480, duration: 4, error: null });
  });

  test('all of it stays: on every width, in both themes, in history, until it is deleted', async () => {
    await screen.category('All Categories');
    await screen.panel('Demo Canvas').getByRole('img', { name: prompt }).waitFor();
    for (const [width, colorScheme] of looks) {
      await page.setViewportSize({ width, height: width === 360 ? 800 : 1400 });
      await page.emulateMedia({ colorScheme });
      await screen.panel('Demo Canvas').scrollIntoViewIfNeeded();
      await keepPicture(page, `media-${width}-${colorScheme}`);
      await noFaults();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/history');
    await page.getByRole('button', { name: /^View A quiet green/ }).click();
    await page.getByRole('article', { name: 'Reply of Demo Canvas' }).getByRole('img', { name: prompt }).waitFor();
    await keepPicture(page, 'media-history');
    const [kept] = await mediaOf('demo-canvas');
    const exported = await (await api().fetch('GET', '/api/export-all?format=json')).text();
    expect(exported).toContain(kept!.url);
    const drawn = (await api().conversations()).find(({ aiService }) => aiService.name === 'demo-canvas')!;
    expect((await api().fetch('DELETE', `/api/conversations/${drawn.id}`)).status).toBe(204);
    await until(async () => (await api().fetch('GET', kept!.url)).status === 404, {
      what: 'the end of the picture',
    });
  });
});
