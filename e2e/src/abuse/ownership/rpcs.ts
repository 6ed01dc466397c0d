import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { missingId } from '../../owned-things.js';
import { inLanes } from '../call.js';
import {
  RawCaller,
  readContracts,
  rpcsOf,
  signClaims,
  slicesOf,
  type Claims,
  type Rpc,
  type Slice,
} from '../contracts.js';
import { rowOf, type AbuseContext, type PartRow } from '../part.js';
import { secret, type Cast } from './cast.js';
import { requestNaming, unknownIds, type NamedThings } from './rpc-requests.rules.js';

const lanes = 6;

const inMinutes = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;

type User = NonNullable<Claims['user']>;
const sessionOf = (userId: string): User => ({ userId, role: 'user', isApproved: true, onBehalfOf: false });

/** Tokens that nobody may take: by name, for the server of a slice. */
function refusedTokens(slices: readonly Slice[], userId: string): Record<string, (audience: string) => string> {
  const gateway = slices.find(({ name }) => name === 'gateway')!;
  const strangers = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' });
  const user = { ...sessionOf(userId), role: 'admin' as const };
  const token = (claims: Omit<Claims, 'issuer'>, issuer = gateway.name, key = gateway.signingKey) =>
    signClaims({ issuer, ...claims }, key);
  const otherThan = (audience: string) => slices.find(({ name, grpcUrl }) => grpcUrl && name !== audience)!;
  const tampered = (audience: string) => {
    const [body = '', signature] = token({ audience, expiresAt: inMinutes(4), user: sessionOf(userId) }).split('.');
    const claims = Buffer.from(body, 'base64url').toString().replace('"user"', '"admin"');
    return `${Buffer.from(claims).toString('base64url')}.${signature}`;
  };
  return {
    'no token': () => '',
    'a token of nobody we know': (audience) =>
      token({ audience, expiresAt: inMinutes(4), user }, 'gateway', strangers.toString('base64')),
    'a token that was changed': tampered,
    'a token that is over': (audience) => token({ audience, expiresAt: inMinutes(-1), user }),
    'a token for a day': (audience) => token({ audience, expiresAt: inMinutes(1440), user }),
    'a token for another service': (audience) =>
      token({ audience: otherThan(audience).name, expiresAt: inMinutes(4), user }),
    "another service's token for a session": (audience) => {
      const { name, signingKey } = otherThan(audience);
      return token({ audience, expiresAt: inMinutes(4), user }, name, signingKey);
    },
  };
}

/** What rpcs are called with. */
interface Stage {
  slices: readonly Slice[];
  rpcs: readonly Rpc[];
  caller: RawCaller;
  otherId: string;
  /** The owner's. */
  theirs: NamedThings;
}

const nameOf = ({ service, method, slice }: Rpc) => `${slice.name} ${service.typeName}/${method.name}`;
const requestOf = ({ service, method }: Rpc, things: NamedThings) => requestNaming(service.name, method.input, things);

/** What services ask of each other about any user, and no user of a service: each says itself whom it serves. */
const betweenServices: Readonly<Record<string, string>> = {
  'admin.v1.UsersService/GetAccess': 'every service asks whether a user may',
  'scheduler.v1.RunDigestsService/GetRunDigest': 'admin alone, which puts it into the notice of its owner',
};
const isBetweenServices = ({ service, method }: Rpc) => `${service.typeName}/${method.name}` in betweenServices;

/** Whoever is a user and has the link, which is the id of the share, reads the round and votes on it. */
const linkedRpcs = new Set([
  'GetSharedRound',
  'GetSharedRecords',
  'GetSharedVote',
  'CastSharedVote',
  'WithdrawSharedVote',
]);
const isLinked = ({ service, method }: Rpc) =>
  linkedRpcs.has(method.name) && ['RoundSharesService', 'VotesService'].includes(service.name);

/** A client chooses the ids of its own AI chats: those of another user name others. */
const isNamedByClients = ({ service }: Rpc) => service.name === 'AiChatService';

/** Each rpc of each server, called directly. */
export async function playRpcs(
  { product, keep }: Pick<AbuseContext, 'product' | 'keep'>,
  { owned, ownerId, otherId }: Pick<Cast, 'owned' | 'ownerId' | 'otherId'>,
): Promise<PartRow[]> {
  const slices = slicesOf(product.environment);
  const rpcs = rpcsOf(await readContracts(), slices);
  const unknown = [...new Set(rpcs.flatMap(({ service, method }) => unknownIds(service.name, method.input)))];
  const stage = { slices, rpcs, caller: keep(new RawCaller()), otherId, theirs: { ...owned, user: ownerId } };
  return [
    rowOf('Each id that a request of an rpc names is tried', '0 left out', `${rpcs.length} requests`, unknown),
    await playRefused(stage),
    ...(await playOthers(stage)),
  ];
}

async function playRefused({ slices, rpcs, caller, otherId, theirs }: Stage): Promise<PartRow> {
  const failures: string[] = [];
  const tokens = Object.entries(refusedTokens(slices, otherId));
  await inLanes(rpcs, lanes, async (rpc) => {
    for (const [what, make] of tokens) {
      const { code } = await caller.call(rpc, make(rpc.slice.name), requestOf(rpc, theirs));
      if (code !== 'UNAUTHENTICATED') failures.push(`${nameOf(rpc)} with ${what}: ${code}`);
    }
  });
  const tried = `${rpcs.length * tokens.length} calls`;
  return rowOf("No rpc takes a token that is not its caller's own", 'UNAUTHENTICATED', tried, failures);
}

const tokenOf = ({ name, signingKey }: Slice, audience: string, user: User) =>
  signClaims({ issuer: name, audience, expiresAt: inMinutes(4), user }, signingKey);

/** The other user's session, and every service that acts for them and says that they are an administrator. */
async function playOthers({ slices, rpcs, caller, otherId, theirs }: Stage): Promise<PartRow[]> {
  const [unlike, words, raised]: [string[], string[], string[]] = [[], [], []];
  const gateway = slices.find(({ name }) => name === 'gateway')!;
  const services = slices.filter((slice) => slice !== gateway);
  const claimed: User = { ...sessionOf(otherId), role: 'admin', onBehalfOf: true, isPresent: true };
  await inLanes(rpcs, lanes, async (rpc) => {
    const audience = rpc.slice.name;
    const session = tokenOf(gateway, audience, sessionOf(otherId));
    const foreign = await caller.call(rpc, session, requestOf(rpc, theirs));
    const missing = await caller.call(rpc, session, requestOf(rpc, missingThings()));
    // What an rpc makes has ids and times of its own: of what succeeds only the verdict is compared, and the words.
    const isUnlike = foreign.code !== missing.code || foreign.details !== missing.details;
    if (isUnlike && !isBetweenServices(rpc) && !isNamedByClients(rpc) && !isLinked(rpc))
      unlike.push(`${nameOf(rpc)}: ${foreign.code} ${foreign.details} · missing: ${missing.code} ${missing.details}`);
    if (foreign.bytes.includes(secret) && !isLinked(rpc)) words.push(nameOf(rpc));
    for (const slice of services) {
      const answer = await caller.call(rpc, tokenOf(slice, audience, claimed), requestOf(rpc, theirs));
      if (answer.bytes.includes(secret) && !isBetweenServices(rpc) && !isLinked(rpc))
        words.push(`${nameOf(rpc)} for ${slice.name}`);
      const isAdministrators = foreign.code === 'PERMISSION_DENIED' && foreign.details.includes('administrator');
      if (isAdministrators && answer.code === 'OK') raised.push(`${nameOf(rpc)} for ${slice.name}`);
    }
  });
  const tried = `${rpcs.length * (2 + services.length)} calls`;
  return [
    rowOf('An rpc answers what is foreign as what is missing', '0 unlike', tried, unlike),
    rowOf('No word of another user stands in the answer of an rpc', '0', tried, words),
    rowOf('No service makes a user an administrator', '0', tried, raised),
  ];
}

/** Ids of the right shape that nothing has. */
function missingThings(): NamedThings {
  const uuid = () => randomUUID().replace(/-4/, '-7');
  return {
    accountSession: uuid(),
    agreementMap: uuid(),
    apiKey: uuid(),
    backtest: uuid(),
    broadcast: uuid(),
    comparison: uuid(),
    conversation: uuid(),
    media: uuid(),
    mergedAnswer: uuid(),
    message: uuid(),
    notice: uuid(),
    noticeTarget: uuid(),
    openBacktest: uuid(),
    preset: missingId('preset'),
    roundShare: uuid(),
    rubric: uuid(),
    savedQuery: missingId('savedQuery'),
    session: uuid(),
    suite: uuid(),
    suiteRun: uuid(),
    summary: uuid(),
    user: uuid(),
  };
}
