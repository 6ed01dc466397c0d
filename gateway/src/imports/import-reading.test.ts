import { describe, expect, it } from '@jest/globals';
import { limits } from '@polylogue/api-contract';
import type {
  Assessment,
  DropImportPartsRequest,
  StageAgreementMapsRequest,
  StageImportRequest,
  StageMapRecordsRequest,
} from '@polylogue/proto';
import { ImportReading } from './import-reading.js';
import { ImportStaging } from './import-staging.js';

const id = (at: number) => `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
const time = '2026-11-21T09:12:00.123Z';
const head = (at: number) =>
  `"id":"${id(at)}","aiService":{"name":"gpt","displayName":"GPT","color":"#4f6bed"},"title":"Seats ${at}","createdAt":"${time}","updatedAt":"${time}"`;
const reply = (at: number, content = 'x') =>
  JSON.stringify({ id: id(at), role: 'assistant', content, timestamp: time, status: 'completed', broadcastId: id(7) });
const score = (of: number, analysis = 'Good.') =>
  JSON.stringify({
    id: id(of),
    broadcastId: id(7),
    messageId: id(of),
    targetServiceId: 'gpt',
    assessorServiceId: 'claude',
    createdAt: time,
    overallScore: 80,
    biasScore: 80,
    toxicityScore: 80,
    hallucinationScore: 80,
    adherenceScore: 80,
    flagged: false,
    analysis,
  });

const label = '{"name":"gpt","displayName":"GPT","color":"#4f6bed"}';
const map = (of: number, error = '') =>
  `{"error":"${error}","id":"${id(of)}","broadcastId":"${id(7)}","status":"completed","extractor":${label},"replies":[],"claims":[],"agreement":null,"timestamp":"${time}"}`;
const answer = (version: number, mapId: number, question = 'Why?') =>
  JSON.stringify({
    id: id(version),
    mapId: id(mapId),
    version,
    status: 'completed',
    writer: JSON.parse(label) as unknown,
    question,
    sentences: [],
    timestamp: time,
  });

function* joined(pieces: Iterable<string>): Generator<string> {
  let before = '';
  for (const piece of pieces) {
    yield before + piece;
    before = ',';
  }
}
function* times(count: number, make: (at: number) => string): Generator<string> {
  for (let at = 0; at < count; at += 1) yield make(at);
}
function* file(conversations: Iterable<string>): Generator<string> {
  yield '{"schemaVersion":1,"conversations":[';
  yield* conversations;
  yield ']}';
}
function* conversation(members: Iterable<string>[]): Generator<string> {
  yield '{';
  for (const [at, member] of members.entries()) {
    if (at > 0) yield ',';
    yield* member;
  }
  yield '}';
}
function* list(name: string, items: Iterable<string>): Generator<string> {
  yield `"${name}":[`;
  yield* joined(items);
  yield ']';
}
function* chunks(text: Iterable<string>): Generator<Uint8Array> {
  let waiting = '';
  for (const piece of text) {
    waiting += piece;
    if (waiting.length < 65_536) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  yield Buffer.from(waiting);
}

/** Reads a file as it comes and returns the peak that was held at once, and what became of it. */
async function read(text: Iterable<string>) {
  const counts = { messages: 0, assessments: 0, maps: 0, answers: 0, parts: 0, largest: 0, longestPart: 0 };
  const seen = { ...counts, dropped: [] as DropImportPartsRequest[] };
  const stageImport = ({ conversations }: StageImportRequest) => {
    seen.parts += 1;
    seen.messages += conversations.reduce((sum, { messages }) => sum + messages.length, 0);
    const staged = conversations.map(({ id: there, messages }) => ({
      id: there,
      messages: messages.map(({ id: messageId, broadcastId }) => ({ id: messageId, broadcastId })),
    }));
    return Promise.resolve({ conversations: staged });
  };
  const dropImportParts = (request: DropImportPartsRequest) => {
    seen.dropped.push(request);
    return Promise.resolve({});
  };
  const stageAssessments = ({ assessments }: { assessments: Assessment[] }) => {
    seen.assessments += assessments.length;
    seen.largest = Math.max(seen.largest, assessments.length);
    return Promise.resolve({});
  };
  const stageAgreementMaps = ({ maps }: StageAgreementMapsRequest) => {
    seen.maps += maps.length;
    return Promise.resolve({});
  };
  const stageMapRecords = ({ records }: StageMapRecordsRequest) => {
    seen.answers += records.reduce((sum, { answers }) => sum + answers.length, 0);
    seen.longestPart = Math.max(seen.longestPart, JSON.stringify(records).length);
    return Promise.resolve({});
  };
  const clients = {
    history: { stageImport, dropImportParts } as never,
    assessments: { stageAssessments },
    agreementMaps: { stageAgreementMaps },
    mapRecords: { stageMapRecords },
  };
  const staging = new ImportStaging(id(1), clients, new AbortController().signal);
  const reading = new ImportReading(staging);
  const peak = { characters: 0, entries: 0 };
  for (const chunk of chunks(text)) {
    await reading.take(chunk);
    peak.characters = Math.max(peak.characters, reading.held.characters);
    peak.entries = Math.max(peak.entries, reading.held.entries);
  }
  await reading.finish();
  return { ...seen, notes: reading.notes.sentences, peak };
}

const megabyte = 1024 * 1024;
// One part, what may wait for its turn, and the piece that is being read.
const maxCharacters = 10 * megabyte;

describe('what an import holds of a file at once', () => {
  it('is bounded with very many assessments in one conversation, and each is taken', async () => {
    const messages = list(
      'messages',
      times(2_000, (at) => reply(at)),
    );
    const assessments = list(
      'assessments',
      times(150_000, (at) => score(at % 2_000)),
    );
    const done = await read(file(conversation([[head(1)], messages, assessments])));
    expect(done).toMatchObject({ messages: 2_000, assessments: 150_000, notes: [] });
    expect(done.peak.characters).toBeLessThan(3 * megabyte);
    expect(done.peak.entries).toBeLessThan(20_000);
  });

  it('is bounded with many long answers to one map, and each is taken', async () => {
    const messages = list('messages', [reply(1)]);
    const answers = list(
      'mergedAnswers',
      times(700, (at) => answer(at + 1, 9, 'x'.repeat(10_000))),
    );
    const done = await read(file(conversation([[head(1)], messages, list('agreementMaps', [map(9)]), answers])));
    expect(done).toMatchObject({ messages: 1, maps: 1, answers: 700, notes: [] });
    expect(done.longestPart).toBeLessThan(2 * megabyte);
    expect(done.peak.characters).toBeLessThan(maxCharacters);
  });

  it('is bounded where maps outgrow it: those are left out and named, the conversation comes in', async () => {
    const messages = list('messages', [reply(1)]);
    const maps = list(
      'agreementMaps',
      times(12, (at) => map(at + 1, 'x'.repeat(megabyte))),
    );
    const answers = list('mergedAnswers', [answer(20, 1), answer(21, 12)]);
    const done = await read(file(conversation([[head(1)], messages, maps, answers])));
    expect(done).toMatchObject({ messages: 1, maps: 7, answers: 1, dropped: [] });
    expect(done.notes).toEqual([
      'Agreement maps were left out, or something that was made of them (of 5 here): those of one conversation were too long together. The conversations are whole.',
    ]);
    expect(done.peak.characters).toBeLessThan(maxCharacters);
  });

  it('takes the conversation where maps stand before its messages, and fill what may wait', async () => {
    const maps = list(
      'agreementMaps',
      times(7, (at) => map(at + 1, 'x'.repeat(megabyte))),
    );
    const messages = list(
      'messages',
      times(4, (at) => reply(at + 1, 'x'.repeat(900_000))),
    );
    const done = await read(file(conversation([maps, messages, [head(1)]])));
    expect(done).toMatchObject({ messages: 4, maps: 0 });
    expect(done.notes).toEqual([expect.stringContaining('of 7 here')]);
  });

  it('is bounded where assessments stand before their messages', async () => {
    const assessments = list(
      'assessments',
      times(9_000, (at) => score(at)),
    );
    const messages = list(
      'messages',
      times(9_000, (at) => reply(at, 'x'.repeat(500))),
    );
    const done = await read(file(conversation([[head(1)], assessments, messages])));
    expect(done).toMatchObject({ messages: 9_000, assessments: 9_000, notes: [] });
    expect(done.parts).toBeLessThan(12);
    expect(done.peak.characters).toBeLessThan(maxCharacters);
  });

  it('is bounded where too much waits for its turn: that conversation is left out, the others come in', async () => {
    const assessments = list(
      'assessments',
      times(2_000, (at) => score(at, 'x'.repeat(10_000))),
    );
    const early = conversation([
      [head(1)],
      assessments,
      list(
        'messages',
        times(2_000, (at) => reply(at)),
      ),
    ]);
    const headless = conversation([
      list(
        'messages',
        times(20_000, (at) => reply(at, 'x'.repeat(800))),
      ),
      [head(2)],
    ]);
    const good = conversation([
      [head(3)],
      list(
        'messages',
        times(3, (at) => reply(at)),
      ),
    ]);
    const done = await read(file(many([early, headless, good])));
    expect(done).toMatchObject({ messages: 3, assessments: 0, dropped: [] });
    expect(done.notes).toHaveLength(2);
    expect(done.peak.characters).toBeLessThan(maxCharacters);
  });

  it('is bounded with one endless conversation, which is skipped and reported', async () => {
    const endless = conversation([
      [head(1)],
      list(
        'messages',
        times(limits.importedMessages + 20_000, (at) => reply(at)),
      ),
    ]);
    const good = conversation([
      [head(2)],
      list(
        'messages',
        times(3, (at) => reply(at)),
      ),
    ]);
    const done = await read(file(many([good, endless, good])));
    expect(done.peak.entries).toBeLessThan(limits.importedMessages + 20_000);
    expect(done.dropped).toEqual([{ importId: id(1), fromPart: 1 }]);
    expect(done.notes).toEqual([
      'Conversation 2 of the file, “Seats 1”, was left out and everything else taken: an import takes at most 100,000 messages of one conversation, with their scores after them. Split it in the file to bring it in.',
    ]);
  });

  it('is bounded with very many empty conversations', async () => {
    const empty = times(20_000, (at) => `{${head(at)},"messages":[]}`);
    const done = await read(file(joined(empty)));
    expect(done.parts).toBe(40);
    expect(done.peak.entries).toBeLessThanOrEqual(1_000);
    expect(done.peak.characters).toBeLessThan(maxCharacters);
  });
});

describe('a conversation of the file', () => {
  const first = (text: string) => read(file([`{${text}}`]));

  it.each([
    ['a title over its limit', head(1).replace('Seats 1', 'x'.repeat(501)), 'The title of conversation 1'],
    ['a member that is too long', head(1).replace('GPT', 'x'.repeat(9_000)), 'Conversation 1 of the file is damaged'],
    [
      'an answer to a map that is not there',
      `${head(1)},"messages":[${reply(1)}],"agreementMaps":[${map(9)}],"mergedAnswers":[${answer(1, 9)},${answer(2, 8)}]`,
      'Conversation 1 of the file is damaged',
    ],
    [
      'a round of settling without a map',
      `${head(1)},"messages":[${reply(1)}],"settleRounds":[{"id":"${id(3)}","mapId":"${id(9)}","number":1,"status":"completed","claims":[],"answers":[],"timestamp":"${time}"}]`,
      'Conversation 1 of the file is damaged',
    ],
    [
      'the name of a file no upload could have',
      `${head(1)},"messages":[${reply(1).slice(0, -1)},"attachment":{"name":"a\\u0007b","size":1,"type":"x","text":""}}]`,
      'Conversation 1 of the file is damaged',
    ],
    [
      'more values in one message than any has',
      `${head(1)},"messages":[${reply(1).slice(0, -1)},"x":[${'{},'.repeat(10_000)}{}]}]`,
      '',
    ],
  ])('with %s is refused', async (_what, text, sentence) => {
    await expect(first(text)).rejects.toThrow(sentence);
  });

  it('takes of the name of a file what an upload takes: its last part', async () => {
    let name: string | undefined;
    const stageImport = ({ conversations: [whole] }: StageImportRequest) => {
      name = whole!.messages[0]!.attachment!.name;
      return Promise.resolve({ conversations: [{ id: id(1), messages: [{ id: id(1) }] }] });
    };
    const none = {} as never;
    const clients = { history: { stageImport } as never, assessments: none, agreementMaps: none, mapRecords: none };
    const staging = new ImportStaging(id(1), clients, new AbortController().signal);
    const reading = new ImportReading(staging);
    const attachment = '"attachment":{"name":"../../etc/passwd.txt ","size":1,"type":"x","text":""}';
    const text = file([`{${head(1)},"messages":[${reply(1).slice(0, -1)},${attachment}}]}`]);
    for (const chunk of chunks(text)) await reading.take(chunk);
    await reading.finish();
    expect(name).toBe('passwd.txt');
  });
});

function* many(conversations: Iterable<string>[]): Generator<string> {
  for (const [at, each] of conversations.entries()) {
    if (at > 0) yield ',';
    yield* each;
  }
}
