import type {
  Done,
  DoneKind,
  Evidence,
  ProviderCall,
  Stored,
  StoredMade,
  StoredMessage,
  StoredRun,
  StoredText,
  ReportedReply,
} from './evidence.js';

export const promises = {
  lost: 'No message that was accepted is lost',
  doubled: 'No message, reply, turn or result is there twice',
  ended: 'Every reply, turn, run and judging has ended within 60 s',
  prefix: 'Stored text is the beginning of what the provider sent in one call, and all of it where it is completed',
  reported: 'What a user was told at the end is what is stored',
  paid: 'No more calls are paid for than promised',
  deleted: 'What was deleted stays deleted',
  imported: 'What was imported is there once, whole',
  slots: 'No slot is missing, doubled or early',
  runs: 'Each run is there once, with one result of each service',
  verdicts: 'Each judge has one verdict on a reply',
  notices: 'Of each run there is one notice',
  delivered: 'Each notice is sent to its webhook under one id, with the same words',
  erased: 'Of who was erased nothing is left',
  events: 'Each event takes effect once, and none is stuck',
  answered: 'Every request is answered within 60 s of the last fault',
} as const;
export type PromiseName = keyof typeof promises;

export interface Violation {
  promise: PromiseName;
  /** Of whom: a deed, where it is one. */
  marker: string;
  because: string;
}

/**
 * Calls that one reply of each kind may cost. A reply, a turn or a summary of which nothing had arrived when ai-dispatch
 * went away is asked for again twice at most, a run is begun six times at most, a judge asked three times.
 */
export const promisedCalls = {
  message: 3,
  chat: 3,
  run: 6,
  schedule: 6,
  webhook: 6,
  import: 0,
  export: 0,
  // A message, and a run if its slot comes first.
  leave: 3 + 6,
  summary: 3,
  map: 2,
  answer: 1,
  judge: 3,
} as const satisfies Record<DoneKind | 'judge', number>;

const ended = new Set(['completed', 'failed', 'interrupted', 'cancelled']);

/** What is broken. */
export function violationsIn(evidence: Evidence): Violation[] {
  return [
    ...ofMessages(evidence),
    ...ofTexts('chat', evidence, evidence.stored.turns),
    ...ofTexts('summary', evidence, evidence.stored.summaries),
    ...ofMade('map', evidence, evidence.stored.maps),
    ...ofMade('answer', evidence, evidence.stored.answers),
    ...ofRuns(evidence),
    ...ofImports(evidence),
    ...ofVerdicts(evidence),
    ...ofCalls(evidence),
    ...ofEvents(evidence),
    ...evidence.stored.left.map(({ marker, where }) => broken('erased', marker, where)),
    ...ofAnswers(evidence),
  ];
}

/** A delivery whose process died is another's after a minute. */
const laterMs: Partial<Record<PromiseName, number>> = { delivered: 90_000 };

/** What is broken of what had its time, so long after the last fault. */
export const isOverdue = ({ promise }: Violation, sinceMs: number, endedMs: number): boolean =>
  sinceMs > endedMs + (laterMs[promise] ?? 0);

const broken = (promise: PromiseName, marker: string, because: string): Violation => ({ promise, marker, because });

function ofMessages({ done, calls, stored }: Evidence): Violation[] {
  const sent = done.filter(({ kind }) => kind === 'message');
  return sent.flatMap((deed) => {
    const own = stored.messages.filter(({ marker }) => marker === deed.marker);
    const missing = deed.aiServices.filter((name) => !own.some(({ aiService }) => aiService === name));
    // Which of its conversations a user has deleted is known; which service's it was may not have been answered.
    const isLost = deed.isAcknowledged && missing.length > deed.deletes.length;
    const lost = isLost ? [broken('lost', deed.marker, `nothing at ${missing.join(', ')}`)] : [];
    return [...lost, ...deed.aiServices.flatMap((name) => ofMessage(deed, name, own, calls))];
  });
}

function ofMessage(deed: Done, aiService: string, own: StoredMessage[], calls: readonly ProviderCall[]): Violation[] {
  const { marker, deleted, reported } = deed;
  const found = own.filter((message) => message.aiService === aiService);
  const again = found.filter(({ conversationId }) => deleted.includes(conversationId));
  if (again.length > 0) return [broken('deleted', marker, `the conversation of ${aiService} is there again`)];
  const [message] = found;
  if (!message) return [];
  const places = found.length === 1 ? [] : [broken('doubled', marker, `${found.length} times at ${aiService}`)];
  const [reply, ...more] = message.replies;
  if (!reply) return [...places, broken('lost', marker, `no reply of ${aiService}`)];
  const doubled = more.length === 0 ? [] : [broken('doubled', marker, `${more.length + 1} replies of ${aiService}`)];
  const said = reported.find((each) => each.aiService === aiService);
  return [...places, ...doubled, ...ofText({ marker, aiService, ...reply }, calls), ...ofReported(marker, said, reply)];
}

function ofText({ marker, aiService, status, text }: StoredText, calls: readonly ProviderCall[]): Violation[] {
  if (!ended.has(status)) return [broken('ended', marker, `${aiService} is ${status}`)];
  const own = calls.filter((call) => call.about === marker && call.aiService === aiService && !call.isJudge);
  const isOfOne = own.some(({ sent, isWhole }) =>
    status === 'completed' ? isWhole && sent.trimEnd() === text.trimEnd() : sent.startsWith(text),
  );
  if (isOfOne || (text === '' && status !== 'completed')) return [];
  return [broken('prefix', marker, `${aiService}, ${status}: "${text.slice(0, 60)}" of ${own.length} calls`)];
}

function ofReported(
  marker: string,
  reported: ReportedReply | undefined,
  stored: { status: string; text: string },
): Violation[] {
  if (!reported || (reported.status === stored.status && reported.text.trimEnd() === stored.text.trimEnd())) return [];
  const said = `${reported.status} "${reported.text.slice(0, 30)}…" (${reported.text.length})`;
  const is = `${stored.status} "${stored.text.slice(0, 30)}…" (${stored.text.length})`;
  return [broken('reported', marker, `${reported.aiService}: reported ${said}, stored ${is}`)];
}

function ofTexts(of: DoneKind, { done, calls }: Evidence, stored: readonly StoredText[]): Violation[] {
  return done
    .filter(({ kind }) => kind === of)
    .flatMap(({ marker, isAcknowledged, reported }) => {
      const found = stored.filter((text) => text.marker === marker);
      const [text] = found;
      if (!text) return isAcknowledged ? [broken('lost', marker, `no ${of}`)] : [];
      const more = found.length === 1 ? [] : [broken('doubled', marker, `${found.length} of one ${of}`)];
      return [...more, ...ofText(text, calls), ...ofReported(marker, reported[0], text)];
    });
}

function ofMade(of: 'map' | 'answer', { done }: Evidence, stored: readonly StoredMade[]): Violation[] {
  return done
    .filter(({ kind }) => kind === of)
    .flatMap(({ marker, isAcknowledged, madeId }) => {
      const found = stored.filter((each) => each.marker === marker);
      const [made] = found;
      if (!made) return isAcknowledged ? [broken('lost', marker, `no ${of}`)] : [];
      if (found.length > 1) return [broken('doubled', marker, `${found.length} of one ${of}`)];
      if (isAcknowledged && made.id !== madeId)
        return [broken('reported', marker, `reported ${madeId}, stored ${made.id}`)];
      if (!ended.has(made.status)) return [broken('ended', marker, `the ${of} is ${made.status}`)];
      const isWhole = made.status !== 'completed' || made.isWhole;
      return isWhole ? [] : [broken('prefix', marker, `the ${of} is not what the provider sent`)];
    });
}

function ofRuns({ done, calls, stored }: Evidence): Violation[] {
  return done
    .filter(({ kind }) => kind === 'run' || kind === 'schedule' || kind === 'webhook')
    .flatMap((deed) => {
      const own = stored.runs.filter((run) => run.marker === deed.marker);
      const counted = deed.kind === 'schedule' ? ofSlot(deed, own) : ofManual(deed, own);
      const notified = [...ofNotices(deed, own, stored), ...ofDeliveries(deed, stored)];
      return [...counted, ...own.flatMap((run) => ofRun(run, deed, calls)), ...notified];
    });
}

function ofManual({ marker, isAcknowledged }: Done, own: StoredRun[]): Violation[] {
  if (own.length === 1 || (own.length === 0 && !isAcknowledged)) return [];
  return [broken('runs', marker, `${own.length} runs`)];
}

function ofSlot({ marker, askedSlotAt, slotAt }: Done, own: StoredRun[]): Violation[] {
  if (slotAt === undefined || askedSlotAt === undefined) return [];
  // Who is answered that the next run is a day later was late, or an earlier try was in time and its answer was lost.
  const wanted = slotAt === askedSlotAt ? [1] : [0, 1];
  const slot = new Date(askedSlotAt).toISOString();
  if (!wanted.includes(own.length)) return [broken('slots', marker, `${own.length} runs of the slot ${slot}`)];
  const early = own.filter(({ startedAt }) => startedAt < askedSlotAt);
  return early.map(({ startedAt }) => broken('slots', marker, `${askedSlotAt - startedAt} ms before ${slot}`));
}

function ofRun(
  { marker, status, results }: StoredRun,
  { aiServices }: Done,
  calls: readonly ProviderCall[],
): Violation[] {
  if (status !== 'completed' && status !== 'failed') return [broken('ended', marker, `the run is ${status}`)];
  const names = results.map(({ aiService }) => aiService);
  const isDoubled = new Set(names).size < names.length;
  const isMissing = status === 'completed' && names.length < aiServices.length;
  const wrong = isDoubled || isMissing ? [broken('runs', marker, `${status} with results of ${names.join(', ')}`)] : [];
  return [...wrong, ...results.flatMap((result) => ofText(result, calls))];
}

function ofNotices({ marker, user }: Done, own: StoredRun[], { notices }: Stored): Violation[] {
  const found = notices.filter((notice) => notice.user === user && notice.title.startsWith(`${marker}:`));
  const wanted = own.filter(({ status }) => status === 'completed' || status === 'failed').length;
  return found.length === wanted ? [] : [broken('notices', marker, `${found.length} notices of ${wanted} runs`)];
}

/** It may come more than once, and then it is the same. */
function ofDeliveries({ marker, user }: Done, { notices, deliveries, satedUsers }: Stored): Violation[] {
  const isOfDeed = ({ title }: { title: string }) => title.startsWith(`${marker}:`);
  const own = deliveries.filter(isOfDeed);
  const ids = new Set(own.map(({ id }) => id)).size;
  const wanted = notices.filter((notice) => notice.user === user && isOfDeed(notice)).length;
  const isEnough = ids === wanted || (ids < wanted && satedUsers.includes(user));
  const count = isEnough ? [] : [broken('delivered', marker, `${ids} ids for ${wanted} notices`)];
  const strays = own.filter((delivery) => delivery.user !== user);
  const changed = new Set(own.map(({ id, body }) => `${id} ${body}`)).size > ids;
  return [
    ...count,
    ...strays.map(() => broken('delivered', marker, 'it came to another user’s address')),
    ...(changed ? [broken('delivered', marker, 'it came again with other words')] : []),
  ];
}

function ofImports({ done, stored }: Evidence): Violation[] {
  return done.flatMap(({ marker, imported, isAcknowledged }) => {
    if (!imported) return [];
    const found = stored.imported.filter(({ title }) => title === imported.title);
    const isWhole = found.length === 1 && found[0]!.messages === imported.messages;
    if (isWhole || (found.length === 0 && !isAcknowledged)) return [];
    const is = found.map(({ messages }) => `${messages} of ${imported.messages} messages`).join(', ') || 'nothing';
    return [broken('imported', marker, is)];
  });
}

function ofVerdicts({ done, stored }: Evidence): Violation[] {
  const judged = done.filter((deed) => deed.judgedAs !== undefined);
  return judged.flatMap(({ marker, judgedAs }) => {
    const state = stored.judgings.find(({ broadcastId }) => broadcastId === judgedAs)?.state ?? 'unknown';
    const isOpen = state === 'done' || state === 'skipped' ? [] : [broken('ended', marker, `its judging is ${state}`)];
    const pairs = stored.verdicts
      .filter(({ broadcastId }) => broadcastId === judgedAs)
      .map(({ assessor, messageId }) => `${assessor} on ${messageId}`);
    const doubled = pairs.filter((pair, index) => pairs.indexOf(pair) < index);
    return [...isOpen, ...doubled.map((pair) => broken('verdicts', marker, pair))];
  });
}

function ofCalls({ done, calls }: Evidence): Violation[] {
  const kinds = new Map(done.map(({ marker, kind }) => [marker, kind]));
  const counts = new Map<string, { call: ProviderCall; count: number }>();
  for (const call of calls) {
    const id = `${call.isJudge ? 'judge' : 'reply'} ${call.aiService} ${call.about}`;
    counts.set(id, { call, count: (counts.get(id)?.count ?? 0) + 1 });
  }
  return [...counts.values()].flatMap(({ call: { isJudge, aiService, about }, count }) => {
    const kind = isJudge ? 'judge' : kinds.get(about);
    // Of earlier seeds; or a judge of a reply that was broken off before it named its call.
    if (kind === undefined || about === '') return [];
    const max = promisedCalls[kind];
    return count <= max ? [] : [broken('paid', about, `${count} calls of ${aiService} for a ${kind}, ${max} promised`)];
  });
}

function ofEvents({ stored: { events, stuckEvents } }: Evidence): Violation[] {
  const wrong = events.filter(({ published, inEffect }) => published !== inEffect);
  return [
    ...wrong.map(({ name, published, inEffect }) =>
      broken('events', name, `${inEffect} times for ${published} events`),
    ),
    ...stuckEvents.map((stuck) => broken('events', stuck, 'is stuck')),
  ];
}

function ofAnswers({ done, refused }: Evidence): Violation[] {
  const open = done.filter(({ isAcknowledged }) => !isAcknowledged);
  const known = new Set(refused.map(({ marker }) => marker));
  return [
    ...refused.map(({ marker, because }) => broken('answered', marker, because)),
    ...open
      .filter(({ marker }) => !known.has(marker))
      .map(({ marker, kind }) => broken('answered', marker, `${kind}: no answer`)),
  ];
}
