import fc from 'fast-check';
import { inLanes } from '../call.js';
import { RawCaller, readContracts, rpcsOf, signClaims, slicesOf, type Rpc } from '../contracts.js';
import type { AbuseContext } from '../part.js';
import { requestBytes, type KnownWords } from './messages.js';

/** What was wrong with the answers of rpcs, and how many there were. */
export interface RpcFindings {
  calls: number;
  rpcs: number;
  broken: string[];
  lost: string[];
}

const lanes = 8;
const maxPerRpc = 5;
const streamMs = 100;

/** The status of what nobody thought of. */
const broken = new Set(['INTERNAL', 'UNKNOWN', 'DATA_LOSS', 'ABORTED']);
const lost = new Set(['DEADLINE_EXCEEDED', 'UNAVAILABLE', 'CANCELLED']);

/** Sends messages made from the type of each request, for a user's session. */
export async function fuzzRpcs(
  { product, keep, seed, report }: AbuseContext,
  userId: string,
  known: KnownWords,
  valuesEach: number,
): Promise<RpcFindings> {
  const slices = slicesOf(product.environment);
  const gateway = slices.find(({ name }) => name === 'gateway')!;
  const rpcs = rpcsOf(await readContracts(), slices);
  const caller = keep(new RawCaller({ streamMs }));
  const found: RpcFindings = { calls: 0, rpcs: rpcs.length, broken: [], lost: [] };
  const tokenFor = (audience: string) =>
    signClaims(
      {
        issuer: 'gateway',
        audience,
        expiresAt: Math.floor(Date.now() / 1000) + 290,
        user: { userId, role: 'user', isApproved: true, onBehalfOf: false },
      },
      gateway.signingKey,
    );
  for (const rpc of rpcs) {
    const values = fc.sample(requestBytes(rpc.method.input, known), { numRuns: valuesEach, seed });
    let noted = 0;
    let token = tokenFor(rpc.slice.name);
    let renewed = Date.now();
    await inLanes(values, lanes, async (bytes) => {
      if (Date.now() - renewed > 60_000) [token, renewed] = [tokenFor(rpc.slice.name), Date.now()];
      const { code, details, isSaid } = await caller.call(rpc, token, bytes);
      found.calls += 1;
      // A service may say that it is busy.
      const isLost = lost.has(code) && !isSaid;
      const kind = isLost ? 'lost' : broken.has(code) && !isNoMessage(details) ? 'broken' : undefined;
      if (kind && (noted += 1) <= maxPerRpc)
        found[kind].push(`${nameOf(rpc)} ${bytes.toString('base64').slice(0, 300)}: ${code} ${details}`);
    });
    if (valuesEach >= 1_000) report(`fuzz: ${nameOf(rpc)}`);
  }
  return found;
}

const nameOf = ({ service, method, slice }: Rpc) => `${slice.name} ${service.typeName}/${method.name}`;

/** What gRPC itself says of bytes that are no message: they reach no handler. */
const isNoMessage = (details: string) => details.startsWith('Error deserializing request');
