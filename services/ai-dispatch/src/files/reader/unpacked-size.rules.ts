import { inflateRawSync } from 'node:zlib';
import { FileFault, maxUnpackedBytes } from '../file-faults.js';

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const maxEntries = 5_000;

/** Refuses an archive that unpacks to more than is sound. The bytes are counted: what its directory says is not believed. */
export function refuseBomb(zip: Buffer, max = maxUnpackedBytes): void {
  let left = max;
  for (const packed of packedParts(zip)) left -= unpackedSize(packed, left);
}

interface Packed {
  method: number;
  bytes: Buffer;
}

function* packedParts(zip: Buffer): Generator<Packed> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== endMark) throw new FileFault('corrupt');
  const entries = zip.readUInt16LE(end + 10);
  if (entries > maxEntries) throw new FileFault('unpacked_too_large');
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== entryMark) throw new FileFault('corrupt');
    // The first bit says that the entry has a password.
    if (zip.readUInt16LE(at + 8) & 1) throw new FileFault('encrypted');
    const size = zip.readUInt32LE(at + 20);
    const local = zip.readUInt32LE(at + 42);
    if (local + 30 > zip.length || zip.readUInt32LE(local) !== localMark) throw new FileFault('corrupt');
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (start + size > zip.length) throw new FileFault('corrupt');
    yield { method: zip.readUInt16LE(at + 10), bytes: zip.subarray(start, start + size) };
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

function unpackedSize({ method, bytes }: Packed, max: number): number {
  if (method !== 0 && method !== 8) throw new FileFault('corrupt');
  if (method === 0 && bytes.length > max) throw new FileFault('unpacked_too_large');
  if (method === 0 || bytes.length === 0) return bytes.length;
  if (max <= 0) throw new FileFault('unpacked_too_large');
  try {
    return inflateRawSync(bytes, { maxOutputLength: max }).length;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new FileFault(code === 'ERR_BUFFER_TOO_LARGE' ? 'unpacked_too_large' : 'corrupt');
  }
}
