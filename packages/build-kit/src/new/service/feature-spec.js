/** @import { ServiceFeature } from './plan-service-feature.js' */

/**
 * Drives the feature through the service's real gRPC door, with a real database.
 * @param {ServiceFeature} plan
 */
export function featureSpec({ slice, feature: { many, one }, neighbours }) {
  const env = neighbours.map(({ upper }) => `${upper}_GRPC_URL: nobody`).join(', ');
  const start = env ? `startSlice(${slice.camel}, { env: { ${env} } })` : `startSlice(${slice.camel})`;
  return `import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ${many.pascal}ServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';
import { callerToken, startSlice, type RunningSlice } from '@polylogue/test-kit';
import { ${slice.camel} } from '../src/service.js';
${env ? `\n// No neighbour is asked for this.\nconst nobody = '127.0.0.1:1';\n` : ''}
let slice: RunningSlice;
let client: GrpcClient<typeof ${many.pascal}ServiceDefinition>;
beforeAll(async () => {
  slice = await ${start};
  client = slice.client(${many.pascal}ServiceDefinition);
});
afterAll(() => slice.close());

const somebody = () => ({ callerToken: callerToken({ userId: randomUUID() }) });
const namesOf = async (who: ReturnType<typeof somebody>) =>
  (await client.list${many.pascal}({}, who)).${many.camel}.map(({ name }) => name);

describe('${many.words}', () => {
  it('are listed newest first, and each is there once', async () => {
    const ada = somebody();
    expect(await namesOf(ada)).toEqual([]);
    const first = await client.add${one.pascal}({ name: ' First ' }, ada);
    expect(first).toMatchObject({ name: 'First' });
    await client.add${one.pascal}({ name: 'Second' }, ada);
    expect(await client.add${one.pascal}({ name: 'First' }, ada)).toEqual(first);
    expect(await namesOf(ada)).toEqual(['Second', 'First']);
  });

  it('are nobody else’s', async () => {
    await client.add${one.pascal}({ name: 'Mine' }, somebody());
    expect(await namesOf(somebody())).toEqual([]);
    const count = 'SELECT count(*)::int AS rows FROM ${slice.snake}.${many.snake}';
    // The table itself shows nothing to somebody else.
    expect(await slice.service.database.asUser(randomUUID(), (tx) => tx.query(count))).toEqual([{ rows: 0 }]);
  });

  it('need a name, and somebody whose they are', async () => {
    const refused = { kind: 'invalid', code: 'invalid_${one.snake}', issues: [{ path: 'name', message: 'Type a name.' }] };
    await expect(client.add${one.pascal}({ name: ' ' }, somebody())).rejects.toMatchObject(refused);
    await expect(client.list${many.pascal}({})).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});
`;
}
