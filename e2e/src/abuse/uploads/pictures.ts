import { crc32, deflateSync } from 'node:zlib';
import type { HostileFile } from './hostile-file.js';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG that says it is so large, with so many bytes of pixels, all of them nought. */
function aPng(width: number, height: number, pixels: number, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const mark = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = chunk('IDAT', deflateSync(Buffer.alloc(pixels), { level: 9 }));
  return Buffer.concat([mark, chunk('IHDR', head), ...more, data, chunk('IEND', Buffer.alloc(0))]);
}

/** A GIF of so many frames of this size. */
function aGif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.alloc(13);
  head.write('GIF89a');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  head.writeUInt8(0x80, 10);
  const descriptor = Buffer.alloc(10);
  descriptor.writeUInt8(0x2c, 0);
  descriptor.writeUInt16LE(width, 5);
  descriptor.writeUInt16LE(height, 7);
  const frame = Buffer.concat([
    Buffer.from('21f9040001000000', 'hex'),
    descriptor,
    Buffer.from('02024401', 'hex'),
    Buffer.from([0]),
  ]);
  return Buffer.concat([
    head,
    Buffer.from('000000ffffff', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ]);
}

/** A JPEG that says it is so large, and ends there. */
function aJpeg(width: number, height: number, more = Buffer.alloc(0)): Buffer {
  const frame = Buffer.from('ffc00011080000000003012200021101031101', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    more,
    frame,
    Buffer.from('ffda000c03010002110311003f00', 'hex'),
    Buffer.alloc(200),
    Buffer.from('ffd9', 'hex'),
  ]);
}

const megabyte = 1024 * 1024;
const text = (keyword: string, size: number) =>
  chunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`), deflateSync(Buffer.alloc(size))]));
const shapes: [string, string, HostileFile['content'], HostileFile['expected']?][] = [
  ['that is none', 'a.png', Buffer.from('Hello')],
  ['that is a page', 'a.png', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['that is a page', 'a.gif', Buffer.from('GIF89a<script>alert(1)</script>')],
  ['empty', 'a.png', Buffer.alloc(0)],
  ['empty', 'a.webp', Buffer.alloc(0)],
  ['of 100,000 by 100,000', 'a.png', aPng(100_000, 100_000, 1_000)],
  ['of 2,147,483,647 by 2,147,483,647', 'a.png', aPng(2 ** 31 - 1, 2 ** 31 - 1, 10)],
  ['without a width', 'a.png', aPng(0, 10, 10)],
  ['of 8,000 by 8,000, in 60 KB', 'a.png', () => aPng(8_000, 8_000, 8_001 * 8_000)],
  ['of 7,000 by 7,000, in 50 KB', 'a.png', () => aPng(7_000, 7_000, 7_001 * 7_000), 'either'],
  ['one high and 50 million wide', 'a.png', () => aPng(50_000_000, 1, 50_000_001), 'either'],
  ['with more pixels than it says', 'a.png', () => aPng(10, 10, 200 * megabyte), 'either'],
  ['with fewer pixels than it says', 'a.png', aPng(5_000, 5_000, 10), 'either'],
  ['with 100 MB of comment', 'a.png', () => aPng(10, 10, 110, [text('Comment', 100 * megabyte)]), 'either'],
  [
    'with a thousand comments',
    'a.png',
    () =>
      aPng(
        10,
        10,
        110,
        Array.from({ length: 1_000 }, () => text('Comment', 100_000)),
      ),
    'either',
  ],
  [
    'with a profile of 50 MB',
    'a.png',
    () =>
      aPng(10, 10, 110, [
        chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(50 * megabyte))])),
      ]),
    'either',
  ],
  [
    'with a part of 2 GB',
    'a.png',
    Buffer.concat([aPng(10, 10, 110).subarray(0, 33), Buffer.from('7fffffff49444154', 'hex')]),
  ],
  ['cut off', 'a.png', aPng(100, 100, 10_100).subarray(0, 50)],
  ['that moves: 10,000 frames', 'a.gif', aGif(10, 10, 10_000), 'either'],
  ['that moves: 200,000 frames', 'a.gif', () => aGif(1, 1, 200_000), 'either'],
  ['that moves: 65,535 by 65,535', 'a.gif', aGif(65_535, 65_535, 1_000)],
  ['without frames', 'a.gif', aGif(10, 10, 0)],
  ['of 65,535 by 65,535', 'a.jpg', aJpeg(65_535, 65_535)],
  ['cut off', 'a.jpg', aJpeg(1_000, 1_000), 'either'],
  ['with a mark alone', 'a.jpeg', Buffer.from('ffd8ff', 'hex')],
  [
    'with 9 MB of remarks',
    'a.jpg',
    () =>
      aJpeg(
        10,
        10,
        Buffer.concat(
          Array.from({ length: 140 }, () => Buffer.concat([Buffer.from('ffe1ffff', 'hex'), Buffer.alloc(65_533)])),
        ),
      ),
    'either',
  ],
  [
    'with a length that lies',
    'a.webp',
    Buffer.concat([
      Buffer.from('RIFF'),
      Buffer.from('ffffffff', 'hex'),
      Buffer.from('WEBPVP8L'),
      Buffer.from('ffffff7f2fffffff0f', 'hex'),
    ]),
  ],
  [
    'of 16,383 by 16,383',
    'a.webp',
    Buffer.concat([
      Buffer.from('RIFF'),
      Buffer.from('1a000000', 'hex'),
      Buffer.from('WEBPVP8L'),
      Buffer.from('0d0000002fffffff0f000000', 'hex'),
      Buffer.alloc(8),
    ]),
  ],
];

/** Pictures that are none, too large, packed too well, or move. */
export function pictures(): HostileFile[] {
  return shapes.map(([what, name, content, expected = 'refused']) => ({
    what: `${name}: a picture ${what}`,
    name,
    content,
    expected,
  }));
}

/** One small picture that is well. */
export const aGoodPng = (): Buffer => aPng(2, 2, 2 * 7);
