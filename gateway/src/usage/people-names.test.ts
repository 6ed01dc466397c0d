import { expect, it } from '@jest/globals';
import { AppError } from '@polylogue/service-kit';
import type { UsersClient } from '../clients/users.client.js';
import { PeopleNames } from './people-names.js';

const clock = { time: 0, now: () => clock.time };

function asking(answer: (id: string) => unknown) {
  const asked: string[] = [];
  const getAccess = ({ userId }: { userId: string }) => {
    asked.push(userId);
    return Promise.resolve(userId).then(answer);
  };
  const names = new PeopleNames({ getAccess } as unknown as UsersClient, clock);
  const recent = async (...ids: string[]) => Object.fromEntries(await names.recent(ids));
  return { asked, recent, names };
}

it('asks for each person once in five seconds', async () => {
  const { asked, recent, names } = asking((id) => ({ firstName: id, lastName: 'L', email: `${id}@b.example` }));
  const ada = { id: 'ada', name: 'ada L', email: 'ada@b.example' };
  expect(await recent('ada', 'ada')).toEqual({ ada });
  clock.time += 4_999;
  expect(await recent('ada', 'bob')).toMatchObject({ ada });
  expect(asked).toEqual(['ada', 'bob']);
  clock.time += 1;
  await recent('ada', 'bob');
  expect(asked).toEqual(['ada', 'bob', 'ada']);
  const known = new Map();
  await names.learn(['ada'], known);
  expect(known.get('ada')).toEqual(ada);
  expect(asked).toHaveLength(4);
});

it('knows who is gone, and remembers no fault', async () => {
  const gone = asking(() => Promise.reject(new AppError('not_found', 'user_not_found', 'Gone.')));
  expect(await gone.recent('eve', '00000000-0000-0000-0000-000000000000')).toEqual({
    ...{ eve: null, '00000000-0000-0000-0000-000000000000': null },
  });
  const away = asking(() => Promise.reject(new AppError('unavailable', 'away', 'Away.')));
  await expect(away.recent('eve')).rejects.toThrow('Away.');
  await expect(away.recent('eve')).rejects.toThrow('Away.');
  expect(away.asked).toHaveLength(2);
});
