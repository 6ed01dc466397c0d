import type { Canvas } from './canvas.js';
import { avc, changedFrame, pictureSet, sequenceSet, toBlocks, wholeFrame } from './h264.js';

const timescale = 600;

/** A film of frames that follow each other evenly, in a format every browser plays: MP4 with H.264. */
export function toMp4(frames: readonly Canvas[], framesPerSecond: number): Buffer {
  const { width, height } = frames[0]!;
  const blocks = frames.map(toBlocks);
  const samples = blocks.map((each, index) =>
    sized(index === 0 ? wholeFrame(each) : changedFrame(each, blocks[index - 1]!, index)),
  );
  const type = box('ftyp', text('isom'), u32(512), text('isomiso2avc1mp41'));
  const step = timescale / framesPerSecond;
  const tables = (offset: number) => movie({ width, height, samples, step, offset });
  // The table comes first, so that a film can begin before all of it is there; its own length does not depend on the offset.
  const offset = type.length + tables(0).length + 8;
  return Buffer.concat([type, tables(offset), box('mdat', ...samples)]);
}

interface Track {
  width: number;
  height: number;
  samples: readonly Buffer[];
  step: number;
  offset: number;
}

const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map((value) => u32(value));
const zeros = (count: number) => Buffer.alloc(count);

function movie(track: Track): Buffer {
  const duration = track.step * track.samples.length;
  const head = [
    zeros(8),
    u32(timescale),
    u32(duration),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    ...matrix,
    zeros(24),
    u32(2),
  ];
  const place = [zeros(8), u32(1), zeros(4), u32(duration), zeros(16), ...matrix];
  const trackHead = full('tkhd', 3, ...place, u32(track.width << 16), u32(track.height << 16));
  const mediaHead = full('mdhd', 0, zeros(8), u32(timescale), u32(duration), u16(0x55c4), u16(0));
  const handler = full('hdlr', 0, zeros(4), text('vide'), zeros(12), text('Video\0'));
  const information = box('minf', full('vmhd', 1, zeros(8)), dataInformation(), sampleTable(track));
  return box('moov', full('mvhd', 0, ...head), box('trak', trackHead, box('mdia', mediaHead, handler, information)));
}

const dataInformation = () => box('dinf', full('dref', 0, u32(1), full('url ', 1)));

function sampleTable({ width, height, samples, step, offset }: Track): Buffer {
  return box(
    'stbl',
    full('stsd', 0, u32(1), sampleEntry(width, height)),
    full('stts', 0, u32(1), u32(samples.length), u32(step)),
    full('stss', 0, u32(1), u32(1)),
    full('stsc', 0, u32(1), u32(1), u32(samples.length), u32(1)),
    full('stsz', 0, u32(0), u32(samples.length), ...samples.map(({ length }) => u32(length))),
    full('stco', 0, u32(1), u32(offset)),
  );
}

function sampleEntry(width: number, height: number): Buffer {
  const [sequence, picture] = [sequenceSet(width, height), pictureSet()];
  const settings = box(
    'avcC',
    Buffer.from([1, avc.profile, avc.compatibility, avc.level, 0xff, 0xe1]),
    u16(sequence.length),
    sequence,
    Buffer.from([1]),
    u16(picture.length),
    picture,
  );
  const resolution = [u32(0x480000), u32(0x480000)];
  const head = [zeros(6), u16(1), zeros(16), u16(width), u16(height), ...resolution, zeros(4), u16(1), zeros(32)];
  return box('avc1', ...head, u16(24), u16(0xffff), settings);
}

const sized = (unit: Buffer) => Buffer.concat([u32(unit.length), unit]);
const text = (words: string) => Buffer.from(words, 'latin1');
const full = (name: string, flags: number, ...parts: Buffer[]) => box(name, u32(flags), ...parts);

function box(name: string, ...parts: Buffer[]): Buffer {
  const size = parts.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([u32(size), text(name), ...parts]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
