import { expect, it } from '@jest/globals';
import { Metadata, status } from '@grpc/grpc-js';
import { AppError, fromGrpcFailure } from '@polylogue/service-kit';
import type { ClientOf } from '../clients/clients.js';
import { UserNames, type NamedUser } from './user-names.js';

const noUser = '00000000-0000-0000-0000-000000000000';
const named = (userId: string) => ({ userId, firstName: userId, lastName: 'L', email: `${userId}@b.example` });
const userNamed = (id: string): NamedUser => ({ id, name: `${id} L`, email: `${id}@b.example` });
const isThere = (id: string) => id !== 'eve';
const older = () =>
  fromGrpcFailure(
    Object.assign(new Error(), { code: status.UNIMPLEMENTED, details: '', metadata: new Metadata() }),
    'admin',
  );

function naming(fault?: AppError) {
  const calls: string[][] = [];
  const accounts = {
    namePeople: ({ userIds }: { userIds: string[] }) => {
      calls.push(userIds);
      return fault ? Promise.reject(fault) : Promise.resolve({ people: userIds.filter(isThere).map(named) });
    },
  };
  const users = {
    getAccess: ({ userId }: { userId: string }) => {
      calls.push([userId]);
      const gone = new AppError('not_found', 'user_not_found', 'There is no such user.');
      return isThere(userId) ? Promise.resolve({ id: userId, ...named(userId) }) : Promise.reject(gone);
    },
  };
  const names = new UserNames(accounts as unknown as ClientOf<'accounts'>, users as unknown as ClientOf<'users'>);
  return { calls, names, known: new Map<string, NamedUser | null>() };
}

it('requests all users at once, and no user twice', async () => {
  const { calls, names, known } = naming();
  await names.learn(['ada', 'eve', 'ada', noUser], known);
  await names.learn(['eve', 'bob'], known);
  expect(calls).toEqual([['ada', 'eve'], ['bob']]);
  expect(Object.fromEntries(known)).toEqual({
    ada: userNamed('ada'),
    eve: null,
    [noUser]: null,
    bob: userNamed('bob'),
  });
});

it('requests 500 at a time, and sends nothing for an empty list', async () => {
  const { calls, names, known } = naming();
  await names.learn(
    Array.from({ length: 1_001 }, (_each, index) => `p${index}`),
    known,
  );
  expect(calls.map(({ length }) => length)).toEqual([500, 500, 1]);
  await names.learn([noUser], known);
  expect(calls).toHaveLength(3);
});

it('calls one by one where the service does not know the call yet', async () => {
  const { calls, names, known } = naming(older());
  await names.learn(['ada', 'eve'], known);
  expect(calls).toEqual([['ada', 'eve'], ['ada'], ['eve']]);
  expect(Object.fromEntries(known)).toEqual({ ada: userNamed('ada'), eve: null });
});

it('hands every other fault on', async () => {
  const { calls, names, known } = naming(new AppError('unavailable', 'away', 'Away.'));
  await expect(names.learn(['ada'], known)).rejects.toThrow('Away.');
  expect(calls).toHaveLength(1);
});
