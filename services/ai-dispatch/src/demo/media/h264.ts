import type { Canvas } from './canvas.js';

const block = 16;

/** Macroblocks of one frame, each 256 bytes of light and twice 64 of colour, as H.264 wants them uncompressed. */
export function toBlocks({ width, height, pixels }: Canvas): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let top = 0; top < height; top += block) {
    for (let left = 0; left < width; left += block) blocks.push(blockAt(pixels, width, left, top));
  }
  return blocks;
}

function blockAt(pixels: Uint8Array, width: number, left: number, top: number): Uint8Array {
  const bytes = new Uint8Array(384);
  for (let y = 0; y < block; y++) {
    for (let x = 0; x < block; x++) {
      const at = ((top + y) * width + left + x) * 3;
      const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
      bytes[y * block + x] = 16 + (65.738 * red + 129.057 * green + 25.064 * blue) / 256;
      if (x % 2 === 1 || y % 2 === 1) continue;
      const place = 256 + (y / 2) * 8 + x / 2;
      bytes[place] = 128 + (-37.945 * red - 74.494 * green + 112.439 * blue) / 256;
      bytes[place + 64] = 128 + (112.439 * red - 94.154 * green - 18.285 * blue) / 256;
    }
  }
  return bytes;
}

/** Writes bits, with the variable-length numbers of H.264. */
class Bits {
  private readonly bytes: number[] = [];
  private open = 0;
  private free = 8;

  put(value: number, count: number): this {
    for (let place = count - 1; place >= 0; place--) {
      this.open |= ((value >> place) & 1) << --this.free;
      if (this.free === 0) this.flush();
    }
    return this;
  }

  /** An Exp-Golomb number. */
  number(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.put(0, length - 1).put(value + 1, length);
  }

  raw(bytes: Uint8Array): this {
    if (this.free < 8) this.flush();
    for (const byte of bytes) this.bytes.push(byte);
    return this;
  }

  /** The stop bit and zeros up to the byte. */
  end(): Buffer {
    this.put(1, 1);
    if (this.free < 8) this.flush();
    return Buffer.from(this.bytes);
  }

  private flush(): void {
    this.bytes.push(this.open);
    this.open = 0;
    this.free = 8;
  }
}

const profile = 66;
const compatibility = 0xc0;
const level = 30;

export const avc = { profile, compatibility, level } as const;

export function sequenceSet(width: number, height: number): Buffer {
  const bits = new Bits().put(profile, 8).put(compatibility, 8).put(level, 8);
  // Set 0; frame numbers of four bits; pictures are shown as they come; one picture is referred to.
  bits.number(0).number(0).number(2).number(1).put(0, 1);
  bits.number(width / block - 1).number(height / block - 1);
  bits.put(1, 1).put(1, 1).put(0, 1).put(0, 1);
  return unit(0x67, bits.end());
}

export function pictureSet(): Buffer {
  const bits = new Bits().number(0).number(0).put(0, 1).put(0, 1).number(0).number(0).number(0).put(0, 1).put(0, 2);
  // No change of the quantiser, and a say in the deblocking filter, which is switched off: blocks stay as they are.
  bits.number(0).number(0).number(0).put(1, 1).put(0, 1).put(0, 1);
  return unit(0x68, bits.end());
}

/** The first frame: every block as it is. */
export function wholeFrame(blocks: readonly Uint8Array[]): Buffer {
  const bits = new Bits().number(0).number(7).number(0).put(0, 4).number(0).put(0, 1).put(0, 1).number(0).number(1);
  for (const bytes of blocks) bits.number(25).raw(bytes);
  return unit(0x65, bits.end());
}

/** A later frame: the blocks that differ from the frame before, the others skipped. */
export function changedFrame(blocks: readonly Uint8Array[], before: readonly Uint8Array[], frame: number): Buffer {
  const bits = new Bits()
    .number(0)
    .number(5)
    .number(0)
    .put(frame % 16, 4)
    .put(0, 1)
    .put(0, 1)
    .put(0, 1);
  bits.number(0).number(1);
  let skipped = 0;
  blocks.forEach((bytes, index) => {
    if (Buffer.compare(bytes, before[index]!) === 0) {
      skipped++;
      return;
    }
    bits.number(skipped).number(30).raw(bytes);
    skipped = 0;
  });
  if (skipped > 0) bits.number(skipped);
  return unit(0x41, bits.end());
}

/** A unit of the stream; three bytes that would read as the start of another are broken up. */
function unit(kind: number, payload: Buffer): Buffer {
  const bytes = [kind];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}
