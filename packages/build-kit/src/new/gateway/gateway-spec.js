/** @import { Feature, Spelling } from '../names.js' */

/**
 * Drives the routes through the gateway's real HTTP door, with a stub of the service behind it.
 * @param {Feature} feature
 * @param {Spelling} slice
 */
export const gatewaySpec = ({ many, one }, slice) => `import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ${one.camel} } from '@polylogue/api-contract';
import { ${many.pascal}ServiceDefinition, type ${one.pascal} } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { stub, stubGrpcServer, type StubServer } from '@polylogue/test-kit';
import { z } from 'zod';
import { startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let service: StubServer;
let isAway = false;
const kept = new Map<string, ${one.pascal}[]>();

beforeAll(async () => {
  service = await stubGrpcServer(
    stub(${many.pascal}ServiceDefinition, {
      list${many.pascal}: (_nothing, call) => {
        if (isAway) throw new AppError('unavailable', 'away', 'It is away.');
        return Promise.resolve({ ${many.camel}: kept.get(call.mustHaveCaller().userId) ?? [] });
      },
      add${one.pascal}: ({ name }, call) => {
        const { userId } = call.mustHaveCaller();
        const added = { id: randomUUID(), name, createdAt: new Date() };
        kept.set(userId, [added, ...(kept.get(userId) ?? [])]);
        return Promise.resolve(added);
      },
    }),
  );
  gateway = await startGateway({ env: { ${slice.upper}_GRPC_URL: service.url } });
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});

const path = '/api/${many.kebab}';
const add = (body: unknown, cookie: string) => gateway.ask(path, { method: 'POST', body, cookie });
const namesOf = async (cookie: string) => {
  const answer = await gateway.ask(path, { cookie });
  expect(answer.status).toBe(200);
  return z.array(${one.camel}).parse(await answer.json()).map(({ name }) => name);
};

describe('/api/${many.kebab}', () => {
  it('lists what was added, for whoever added it', async () => {
    const [ada, eve] = [await gateway.aUser(), await gateway.aUser()];
    expect(await namesOf(ada.cookie)).toEqual([]);
    const answer = await add({ name: ' First ' }, ada.cookie);
    expect(answer.status).toBe(201);
    expect(${one.camel}.parse(await answer.json())).toMatchObject({ name: 'First' });
    expect(await namesOf(ada.cookie)).toEqual(['First']);
    expect(await namesOf(eve.cookie)).toEqual([]);
  });

  it('is refused to visitors, without a name, and while the service is away', async () => {
    const { cookie } = await gateway.aUser();
    expect((await gateway.ask(path)).status).toBe(401);
    const refused = await add({ name: ' ' }, cookie);
    expect([refused.status, await refused.json()]).toMatchObject([400, { issues: [{ path: 'name', message: 'Type a name.' }] }]);
    expect((await add({ name: 'Mine', id: randomUUID() }, cookie)).status).toBe(400);
    isAway = true;
    expect((await gateway.ask(path, { cookie })).status).toBe(503);
    isAway = false;
  });
});
`;
