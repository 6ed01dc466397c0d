import { setTimeout as setNodesTimeout } from 'node:timers';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { leavePage, lendWindow, returnWindow } from './window.js';

beforeEach(lendWindow);
afterEach(returnWindow);

it('a page that is left forgets its timers, its frames and its channels', async () => {
  const window = await lendWindow();
  const left = jest.fn();
  setTimeout(left, 1);
  setInterval(left, 1);
  requestAnimationFrame(left);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = left;
  port2.postMessage('late');
  leavePage();
  // What is put off later, and as long, comes later.
  await new Promise((resolve) => setNodesTimeout(resolve, 1));
  await new Promise((resolve) => window.requestAnimationFrame(resolve));
  expect(left).not.toHaveBeenCalled();
});

it('a page that is there gets them', async () => {
  const timer = new Promise((resolve) => setTimeout(resolve, 1));
  const frame = new Promise((resolve) => requestAnimationFrame(resolve));
  await Promise.all([timer, frame]);
  const cancelled = jest.fn();
  cancelAnimationFrame(requestAnimationFrame(cancelled));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(cancelled).not.toHaveBeenCalled();
  leavePage();
});
