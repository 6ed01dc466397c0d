import type { IncomingMessage } from 'node:http';
import { expect, it } from '@jest/globals';
import express from 'express';
import { wantsEvents } from './wants-events.js';
import type { HttpRequest } from './http-messages.js';

const requestFor = (accept: string | undefined) =>
  Object.assign(Object.create(express.request) as HttpRequest, { headers: { accept } } as unknown as IncomingMessage);

it.each([
  ['text/event-stream', true],
  ['text/event-stream;charset=utf-8', true],
  ['text/event-stream; charset=UTF-8', true],
  ['application/json;q=0.5, text/event-stream', true],
  ['application/json, text/event-stream', false],
  ['text/event-stream;q=0.1, application/json; charset=utf-8', false],
  ['*/*', false],
  ['text/html', false],
  [undefined, false],
])('Accept: %s', (accept, isStream) => {
  expect(wantsEvents(requestFor(accept))).toBe(isStream);
});
