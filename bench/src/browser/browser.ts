import { mustFindChromium } from '@polylogue/build-kit/chromium';
import { chromium, type Browser } from 'playwright-core';

/** The Chromium of this machine: CHROMIUM_PATH, else the first that is there. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await mustFindChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}
