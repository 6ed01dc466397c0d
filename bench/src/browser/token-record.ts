import type { Page } from 'playwright-core';

type Recording = Window & typeof globalThis & { benchWaits?: number[] };

/** Has every document of the page note how long each packet of a stream waits to be seen. */
export const recordTokens = (page: Page) => page.addInitScript(record);

/** Milliseconds from each packet's arrival in the page to the end of the frame that shows it, since the last call. */
export const takeWaits = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as Recording).benchWaits!.splice(0));

function record() {
  const page = window as Recording;
  const waits: number[] = (page.benchWaits = []);
  const arrived: number[] = [];
  const drawn: number[] = [];
  const { prototype } = ReadableStreamDefaultReader;
  const read = Object.getOwnPropertyDescriptor(prototype, 'read')?.value as typeof prototype.read;
  prototype.read = function (this: ReadableStreamDefaultReader) {
    const reading = read.call(this);
    reading.then(({ value }) => value && arrived.push(performance.now())).catch(() => undefined);
    return reading;
  };
  const isLive = ({ target }: MutationRecord) =>
    (target instanceof Element ? target : target.parentElement)?.closest('[data-live]') != null;
  new MutationObserver((changes) => {
    if (changes.some(isLive)) drawn.push(...arrived.splice(0));
  }).observe(document, { subtree: true, childList: true, characterData: true });
  // A message that is posted while a frame is made is delivered after it.
  const afterFrame = new MessageChannel();
  afterFrame.port1.onmessage = () => {
    for (const at of drawn.splice(0)) waits.push(performance.now() - at);
  };
  const frame = () => {
    afterFrame.port2.postMessage(null);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
