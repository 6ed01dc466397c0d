import { deflateRawSync } from 'node:zlib';

interface PdfOptions {
  /** Protects it with a password. */
  lock?: boolean;
  /** Points, of which 72 make an inch. */
  width?: number;
  height?: number;
  /** How many pages its directory claims. */
  claims?: number;
}

/** A PDF of one page with this content, or without any as a scan; `lock` protects it with a password. */
export const aPdf = (content: string, lock = false): Buffer => aPdfOf([content], { lock });

/** A PDF of pages with these contents; one without any is drawn as a black square, as on a scan. */
export function aPdfOf(
  contents: readonly string[],
  { lock = false, width = 612, height = 792, claims = contents.length }: PdfOptions = {},
): Buffer {
  const pageNumbers = contents.map((_, index) => 5 + 2 * index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${claims} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -4 >>`,
    ...contents.flatMap((content, index) => {
      const drawn = content === '' ? '0 0 100 100 re f' : `BT /F1 24 Tf 72 700 Td (${content}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${6 + 2 * index} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const encrypt = lock
    ? `/Encrypt 4 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]`
    : '';
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${encrypt} >>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${trailer}`, 'latin1');
}

/** A zip archive; `lie` is what its directory says every entry unpacks to. */
export function aZip(entries: Readonly<Record<string, Buffer | string>>, lie?: number): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const whole = Buffer.from(content);
    const packed = deflateRawSync(whole);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(lie ?? whole.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), shared, rest, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, listed, Buffer.from('PK\x05\x06'), end]);
}

const office = 'http://schemas.openxmlformats.org';

/** A Word document with these paragraphs. */
export function aDocx(
  paragraphs: readonly string[],
  more: Readonly<Record<string, Buffer>> = {},
  lie?: number,
): Buffer {
  const body = paragraphs.map((content) => `<w:p><w:r><w:t>${content}</w:t></w:r></w:p>`).join('');
  return aZip(
    {
      '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${office}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
      '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ...more,
    },
    lie,
  );
}

const sector = 512;
const endOfChain = -2;

/** A document of Word 97 with this text. `loop` lets its chain of sectors run in a circle. */
export function aDoc(content: string, { lock = false, loop = false } = {}): Buffer {
  const text = Buffer.from(content, 'utf16le');
  const stream = Buffer.alloc(Math.ceil((2048 + text.length) / sector) * sector);
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(lock ? 0x0300 : 0x0200, 0x0a);
  stream.writeUInt32LE(content.length, 0x4c);
  text.copy(stream, 2048);
  const table = Buffer.alloc(8 * sector);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(content.length, 9);
  table.writeUInt32LE(2048, 15);
  // Sector 0 is the allocation table, 1 the directory, then both streams.
  const tableAt = 2 + stream.length / sector;
  const allocation = Buffer.alloc(sector, 0xff);
  allocation.writeInt32LE(-3, 0);
  allocation.writeInt32LE(endOfChain, 4);
  const chain = (from: number, sectors: number) => {
    for (let each = from; each < from + sectors; each += 1)
      allocation.writeInt32LE(each === from + sectors - 1 ? (loop ? from : endOfChain) : each + 1, each * 4);
  };
  chain(2, stream.length / sector);
  chain(tableAt, 8);
  const directory = Buffer.concat([
    entry('Root Entry', 5, { child: 1, first: endOfChain, size: 0 }),
    entry('WordDocument', 2, { right: 2, first: 2, size: stream.length }),
    entry('1Table', 2, { first: tableAt, size: table.length }),
    Buffer.alloc(128),
  ]);
  return Buffer.concat([cfbHead(), allocation, directory, stream, table]);
}

function cfbHead(): Buffer {
  const head = Buffer.alloc(sector);
  head.write('d0cf11e0a1b11ae1', 'hex');
  head.writeUInt16LE(9, 30);
  head.writeUInt16LE(6, 32);
  head.writeInt32LE(1, 44);
  head.writeInt32LE(1, 48);
  // No stream is short, so the second allocation table is empty.
  head.writeInt32LE(0, 56);
  head.writeInt32LE(endOfChain, 60);
  head.writeInt32LE(endOfChain, 68);
  head.fill(0xff, 76);
  head.writeInt32LE(0, 76);
  return head;
}

function entry(
  name: string,
  type: number,
  at: { child?: number; right?: number; first: number; size: number },
): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeInt16LE(name.length * 2 + 1, 64);
  bytes.writeInt8(type, 66);
  bytes.writeInt32LE(-1, 68);
  bytes.writeInt32LE(at.right ?? -1, 72);
  bytes.writeInt32LE(at.child ?? -1, 76);
  bytes.writeInt32LE(at.first, 116);
  bytes.writeInt32LE(at.size, 120);
  return bytes;
}
