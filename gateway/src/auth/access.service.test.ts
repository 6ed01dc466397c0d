import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { User } from '@polylogue/proto';
import type { CallerSigner } from '@polylogue/service-kit';
import type { ClientOf } from '../clients/clients.js';
import { AccessService } from './access.service.js';

const clock = { time: 0, now: () => clock.time };
const userOf = (id: string, isApproved: boolean) => User.fromPartial({ id, isApproved });

let access: AccessService;
let asked: string[];
let changed: string[];
let answer: (userId: string) => Promise<User>;

beforeEach(() => {
  clock.time = 1_000_000;
  [asked, changed] = [[], []];
  answer = (userId) => Promise.resolve(userOf(userId, true));
  const users = {
    getAccess: ({ userId }: { userId: string }) => (asked.push(userId), answer(userId)),
    listAccessChanges: () => Promise.resolve({ until: '1', userIds: changed.splice(0) }),
  };
  const signer = { asService: () => 'token' };
  access = new AccessService(users as unknown as ClientOf<'users'>, signer as unknown as CallerSigner, clock);
});
afterEach(() => access.onApplicationShutdown());

/** What has changed is heard of as soon as someone asks again after half a second. */
async function hear(...userIds: string[]): Promise<void> {
  changed.push(...userIds);
  clock.time += 600;
  void access.userOf('zoe');
  for (let turns = 0; turns < 5; turns += 1) await turn();
  clock.time += 1;
}

describe('what a user may do', () => {
  it('is asked once in a minute while it is heard that nothing has changed', async () => {
    await hear();
    await access.userOf('ada');
    for (let waited = 0; waited < 59_000; waited += 601) await hear();
    await access.userOf('ada');
    expect(asked.filter((id) => id === 'ada')).toHaveLength(1);
    clock.time += 1_000;
    await hear();
    await access.userOf('ada');
    expect(asked.filter((id) => id === 'ada')).toHaveLength(2);
  });

  it('is asked again once it has changed', async () => {
    await hear();
    await access.userOf('ada');
    await hear('ada');
    answer = (userId) => Promise.resolve(userOf(userId, false));
    expect(await access.userOf('ada')).toMatchObject({ isApproved: false });
  });

  it('is asked again when it has changed while the question was under way', async () => {
    await hear();
    let answerLate: (user: User) => void = () => undefined;
    answer = (userId) =>
      userId === 'ada' ? new Promise((late) => (answerLate = late)) : Promise.resolve(userOf(userId, true));
    const early = access.userOf('ada');
    await hear('ada');
    answerLate(userOf('ada', true));
    expect(await early).toMatchObject({ isApproved: true });
    // A second after the question the answer is good for nothing any more.
    await hear();
    answer = (userId) => Promise.resolve(userOf(userId, false));
    expect(await access.userOf('ada')).toMatchObject({ isApproved: false });
  });
});
