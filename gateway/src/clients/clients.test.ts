import { expect, it } from '@jest/globals';
import * as proto from '@polylogue/proto';
import { sliceOf } from '@polylogue/service-kit';
import { clients, InjectClient, type ClientOf, type Row } from './clients.js';

it.each(Object.entries(clients))('%s is a part of the contract of the service beside it', (_name, row) => {
  const [upstream, definition] = row;
  expect(sliceOf(proto[definition])).toBe(upstream);
});

// What must not compile, which the type check of this file holds.
export const rows: readonly Row[] = [
  ['admin', 'PeopleServiceDefinition'],
  // @ts-expect-error: a definition of another service
  ['quality', 'PeopleServiceDefinition'],
  // @ts-expect-error: no definition
  ['admin', 'PeopleService'],
];

export class Injected {
  constructor(
    @InjectClient('pins') readonly pins: ClientOf<'pins'>,
    @InjectClient('history') readonly history: Pick<ClientOf<'history'>, 'viewConversation'>,
    // @ts-expect-error: another client
    @InjectClient('pins') readonly users: ClientOf<'users'>,
  ) {}
}
