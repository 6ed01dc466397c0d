/** What a picture may be, found in its first bytes: whatever it is called, nothing else is served. */
const signatures: readonly (readonly [type: string, isOne: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))],
  ['image/webp', (bytes) => /^RIFF.{4}WEBP/s.test(bytes.toString('latin1', 0, 12))],
];

export const pictureType = (bytes: Buffer): string | undefined => signatures.find(([, isOne]) => isOne(bytes))?.[0];
