import { deflateRawSync, deflateSync } from 'node:zlib';
import { aDoc, aDocx, aPdf, aPdfOf, aZip } from '@polylogue/test-kit';
import type { Bait, HostileFile } from './hostile-file.js';

const megabyte = 1024 * 1024;
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const office = 'http://schemas.openxmlformats.org';

const documentOf = (prolog: string, body: string) =>
  Buffer.from(`<?xml version="1.0"?>${prolog}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`);
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

const zeros = () => Buffer.alloc(70 * megabyte);
const inner = () => aZip({ 'a.bin': zeros() });
const parts = (count: number, size: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`word/media/${at}.bin`, Buffer.alloc(size)]));
const archives: readonly (readonly [string, HostileFile['content'], HostileFile['expected']?])[] = [
  ['70 MB in one part', () => aDocx(['x'], { 'word/media/a.bin': zeros() })],
  ['70 MB that says 10 bytes', () => aDocx(['x'], { 'word/media/a.bin': zeros() }, 10)],
  ['70 MB that says 4 GB', () => aDocx(['x'], { 'word/media/a.bin': zeros() }, 0xffffffff)],
  ['100 parts of 1 MB', () => aDocx(['x'], parts(100, megabyte))],
  ['80 parts of 1 MB that say nothing', () => aDocx(['x'], parts(80, megabyte), 0)],
  ['5,000 empty parts', () => aDocx(['x'], parts(5_000, 0)), 'either'],
  ['an archive of archives', () => aDocx(['x'], { 'word/a.zip': inner(), 'word/b.zip': inner() }), 'either'],
  ['50 MB of text in its document', () => aDocx(['x'.repeat(50 * megabyte)])],
  ['50 MB of tags', () => aDocx([], { 'word/document.xml': documentOf('', '<w:p/>'.repeat(8_000_000)) })],
  [
    'tags 100,000 deep',
    () => aDocx([], { 'word/document.xml': documentOf('', `${'<w:p>'.repeat(100_000)}${'</w:p>'.repeat(100_000)}`) }),
    'either',
  ],
  [
    'a table 2,000 deep',
    () =>
      aDocx([], {
        'word/document.xml': documentOf(
          '',
          `${'<w:tbl><w:tr><w:tc>'.repeat(2_000)}${'</w:tc></w:tr></w:tbl>'.repeat(2_000)}`,
        ),
      }),
    'either',
  ],
  [
    'names that climb',
    aDocx(['x'], {
      '../../../../tmp/polylogue-climbed.txt': Buffer.from('x'),
      '/tmp/polylogue-climbed.txt': Buffer.from('x'),
    }),
    'either',
  ],
  ['two parts of one name', Buffer.concat([aDocx(['x']), aDocx(['y'])]), 'either'],
  ['a directory that overlaps', overlapping],
  ['no document', aZip({ 'a.txt': 'x' })],
  ['an empty archive', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
  ['noise behind its mark', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(5_000, 0xa5)])],
];

/** Archives that unpack to far more than they are, or are none. */
export function bombs(): HostileFile[] {
  const documents = archives.map(([what, content, expected = 'refused']) => ({
    what: `docx: ${what}`,
    name: 'bomb.docx',
    content,
    expected,
  }));
  // Types that are not read, whatever is in them.
  const others = ['xlsx', 'pptx', 'odt', 'zip', 'gz', 'xml', 'svg', 'rtf', 'epub'].map((type) => ({
    what: `${type}: 70 MB in one part`,
    name: `bomb.${type}`,
    content: archives[0]![1],
    expected: 'refused' as const,
  }));
  return [...documents, ...others];
}

/** Entries that share their bytes, as in a bomb of Fifield's. */
function overlapping(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(20 * megabyte));
  const archive = aZip({ 'word/document.xml': Buffer.alloc(20 * megabyte) });
  const end = archive.subarray(-22);
  const entry = archive.subarray(30 + 'word/document.xml'.length + packed.length, -22);
  const count = 200;
  const listed = Buffer.concat(Array.from({ length: count }, () => entry));
  const closing = Buffer.from(end);
  closing.writeUInt16LE(count, 8);
  closing.writeUInt16LE(count, 10);
  closing.writeUInt32LE(listed.length, 12);
  return Buffer.concat([archive.subarray(0, -22 - entry.length), listed, closing]);
}

/** Documents that tell their reader to read something else, or to write one thing very often. */
export function entities({ url, file }: Bait): HostileFile[] {
  const prologs: [string, string][] = [
    ['a file', `<!DOCTYPE d [<!ENTITY e SYSTEM "file://${file}">]>`],
    ['an address', `<!DOCTYPE d [<!ENTITY e SYSTEM "${url}/entity">]>`],
    ['a public one', `<!DOCTYPE d [<!ENTITY e PUBLIC "-//X//Y" "${url}/public">]>`],
    ['a parameter', `<!DOCTYPE d [<!ENTITY % p SYSTEM "${url}/parameter.dtd">%p;<!ENTITY e "x">]>`],
    ['a definition elsewhere', `<!DOCTYPE d SYSTEM "${url}/d.dtd" [<!ENTITY e "x">]>`],
    ['a billion laughs', `<!DOCTYPE d [${laughs()}]>`],
    ['itself', '<!DOCTYPE d [<!ENTITY e "&f;"><!ENTITY f "&e;">]>'],
    ['one that is long and often', `<!DOCTYPE d [<!ENTITY e "${'lol '.repeat(200_000)}">]>`],
    ['no end', '<!DOCTYPE d [<!ENTITY e "'],
  ];
  const bodies: [string, string][] = [
    ['once', paragraph('Said: &e;')],
    ['a thousand times', paragraph('&e;'.repeat(1_000))],
  ];
  const inDocuments = prologs.flatMap(([what, prolog]) =>
    bodies.map(([times, body]) => ({
      what: `docx: an entity: ${what}, ${times}`,
      name: 'letter.docx',
      content: aDocx([], { 'word/document.xml': documentOf(prolog, body) }),
    })),
  );
  const parts = ['[Content_Types].xml', '_rels/.rels', 'word/styles.xml', 'word/footnotes.xml', 'docProps/core.xml'];
  const inParts = parts.flatMap((part) =>
    prologs.slice(0, 2).map(([what, prolog]) => ({
      what: `docx: an entity of ${part}: ${what}`,
      name: 'letter.docx',
      content: aDocx(['x'], { [part]: Buffer.from(`<?xml version="1.0"?>${prolog}<d>&e;</d>`) }),
    })),
  );
  return [...inDocuments, ...inParts, ...drawings(url, file, prologs), ...linked(url, file)].map((each) => ({
    expected: 'either',
    ...each,
  }));
}

const laughs = () =>
  Array.from(
    { length: 10 },
    (_, at) => `<!ENTITY ${at === 9 ? 'e' : `l${at}`} "${at === 0 ? 'lol' : `&l${at - 1};`.repeat(10)}">`,
  ).join('');

/** Drawings of lines, under every name that is taken. */
function drawings(url: string, file: string, prologs: readonly [string, string][]) {
  const svg = (prolog: string, body: string) =>
    Buffer.from(
      `<?xml version="1.0"?>${prolog}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${body}</svg>`,
    );
  const contents: [string, Buffer][] = [
    ...prologs
      .slice(0, 6)
      .map(([what, prolog]): [string, Buffer] => [`an entity: ${what}`, svg(prolog, '<text>&e;</text>')]),
    ['a picture from elsewhere', svg('', `<image xlink:href="${url}/svg-image" width="9" height="9"/>`)],
    ['a picture of this machine', svg('', `<image xlink:href="file://${file}" width="9" height="9"/>`)],
    ['a script', svg('', `<script href="${url}/svg.js">fetch('${url}/svg-script')</script>`)],
  ];
  return contents.flatMap(([what, content]) =>
    ['drawing.svg', 'drawing.png', 'drawing.webp'].map((name) => ({
      what: `${name}: ${what}`,
      name,
      content,
      type: 'image/svg+xml',
      expected: 'refused' as const,
    })),
  );
}

/** Documents whose parts stand elsewhere. */
function linked(url: string, file: string) {
  const relations = (targets: readonly string[]) =>
    Buffer.from(
      `<?xml version="1.0"?><Relationships xmlns="${office}/package/2006/relationships">${targets
        .map(
          (target, at) =>
            `<Relationship Id="r${at}" Type="${office}/officeDocument/2006/relationships/${at % 2 ? 'image' : 'attachedTemplate'}" Target="${target}" TargetMode="External"/>`,
        )
        .join('')}</Relationships>`,
    );
  const picture = `<w:p><w:r><w:drawing xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><a:blip r:link="r1" r:embed="r1"/></w:drawing></w:r></w:p>`;
  return [`${url}/template`, `file://${file}`, '\\\\127.0.0.1\\share\\x', '../../../../etc/passwd'].map((target) => ({
    what: `docx: a template and a picture at ${target.replace(url, 'an address')}`,
    name: 'linked.docx',
    content: aDocx([], {
      'word/document.xml': documentOf('', picture + paragraph('x')),
      'word/_rels/document.xml.rels': relations([target, target]),
      'word/_rels/settings.xml.rels': relations([target]),
    }),
  }));
}

type PdfFile = readonly [string, HostileFile['content'], HostileFile['expected']?];

const pdfShapes = (): readonly PdfFile[] => [
  ['with a password', aPdf('secret', true), 'refused'],
  ['of 10,000 pages', () => aPdfOf(Array.from({ length: 10_000 }, (_, at) => `Page ${at}`))],
  ['of 10,000 scanned pages', () => aPdfOf(Array.from({ length: 10_000 }, () => ''))],
  ['that claims two billion pages', aPdfOf(['x'], { claims: 2_000_000_000 })],
  ['that claims less than none', aPdfOf(['x'], { claims: -5 })],
  ['as large as a city', aPdfOf(['', 'x'], { width: 14_400_000, height: 14_400_000 })],
  ['without a size', aPdfOf(['', 'x'], { width: 0, height: 0 })],
  ['of less than no size', aPdfOf(['x', ''], { width: -100, height: -100 })],
  ['whose pages are each other', pdfOf(['<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>'])],
  [
    'whose pages are 60,000 deep',
    () => pdfOf(Array.from({ length: 60_000 }, (_, at) => `<< /Type /Pages /Kids [${at + 3} 0 R] /Count 1 >>`)),
  ],
  ['with 300 MB in its page', () => packed(deflateSync(Buffer.alloc(300 * megabyte, 0x20)), '/FlateDecode')],
  [
    'packed three times',
    () =>
      packed(
        deflateSync(deflateSync(deflateSync(Buffer.alloc(200 * megabyte)))),
        '[/FlateDecode /FlateDecode /FlateDecode]',
      ),
  ],
  [
    'with a picture of 60,000 by 60,000',
    packed(
      deflateSync(Buffer.alloc(1_000)),
      '/FlateDecode',
      '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
    ),
  ],
  ['that starts a program', acting('/S /Launch /F (/bin/sh) /Win << /F (cmd.exe) >>')],
  ['cut off', aPdf('x').subarray(0, 120), 'refused'],
  ['with nothing behind its mark', Buffer.from('%PDF-1.7\n'), 'refused'],
  ['with noise behind its mark', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 0xa5)]), 'refused'],
  [
    'with a table that leads to itself',
    Buffer.from(
      `%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF`,
    ),
    'refused',
  ],
  ['with brackets 500,000 deep', pdfOf([`<< /Type /Pages /Kids ${'['.repeat(500_000)} >>`])],
  ['with a number without end', pdfOf([`<< /Type /Pages /Kids [3 0 R] /Count ${'9'.repeat(500_000)} >>`])],
  [
    'of 300,000 empty objects',
    () => pdfOf(['<< /Type /Pages /Kids [] /Count 0 >>', ...Array.from({ length: 300_000 }, () => 'null')]),
  ],
];

/** They would ask for an address, or for a file of this machine. */
const pdfActions = ({ url, file }: Bait): readonly PdfFile[] => [
  [
    'with a script',
    acting(`/S /JavaScript /JS (app.launchURL\\("${url}/pdf-script"\\); this.getURL\\("${url}/pdf-get"\\))`),
  ],
  ['that opens an address', acting(`/S /URI /URI (${url}/pdf-uri)`)],
  ['that sends a form', acting(`/S /SubmitForm /F (${url}/pdf-form)`)],
  ['that reads another file', acting(`/S /GoToR /F (${file}) /D [0 /Fit]`)],
  [
    'whose content stands elsewhere',
    packed(Buffer.alloc(0), '/FlateDecode', `/F << /FS /URL /F (${url}/pdf-stream) >> /FFilter /FlateDecode`),
  ],
  ['whose content is a file', packed(Buffer.alloc(0), '/FlateDecode', `/F (${file})`)],
];

/** PDFs that are locked, endless, recursive, packed or that act. */
export const pdfs = (bait: Bait): HostileFile[] =>
  [...pdfShapes(), ...pdfActions(bait)].map(([what, content, expected = 'either']) => ({
    what: `pdf: ${what}`,
    name: 'report.pdf',
    content,
    expected,
  }));

/** A PDF of these objects behind its root. */
function pdfOf(objects: readonly string[], root = ''): Buffer {
  const all = [`<< /Type /Catalog /Pages 2 0 R ${root} >>`, ...objects];
  const body = all.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\n%%EOF`, 'latin1');
}

const page =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 4 0 R >> >> >>';
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

const acting = (action: string) =>
  pdfOf(
    [pages, page, '<< /Length 12 >>\nstream\n0 0 9 9 re f\nendstream'],
    `/OpenAction << ${action} >> /AA << /O << ${action} >> >>`,
  );

function packed(stream: Buffer, filter: string, more = ''): Buffer {
  const text = stream.toString('latin1');
  return pdfOf([pages, page, `<< /Length ${stream.length} /Filter ${filter} ${more} >>\nstream\n${text}\nendstream`]);
}

/** Documents of Office that are locked, circular or something else. */
export function officeFiles(): HostileFile[] {
  const files: [string, string, HostileFile['content'], HostileFile['expected']?][] = [
    ['with a password', 'a.doc', aDoc('secret', { lock: true }), 'refused'],
    ['that runs in a circle', 'a.doc', aDoc('x', { loop: true }), 'refused'],
    ['cut off', 'a.doc', aDoc('x').subarray(0, 900), 'refused'],
    ['with a password', 'a.docx', Buffer.concat([aDoc('x'), Buffer.from('EncryptedPackage', 'utf16le')]), 'refused'],
    ['with macros', 'a.docm', aDocx(['x'], { 'word/vbaProject.bin': Buffer.from('x') }), 'refused'],
    ['with macros, under a harmless name', 'a.docx', aDocx(['x'], { 'word/vbaProject.bin': Buffer.from('x') })],
    ['of a megabyte of paragraphs', 'a.docx', () => aDocx(Array.from({ length: 60_000 }, () => 'x'))],
    [
      'with elements that are looked for in blanks',
      'a.docx',
      () =>
        aDocx([
          `Hi</w:t></w:r>${Array.from({ length: 4_000 }, (_, at) => `<x${at}></x${at}>`).join('')}<w:r>${' '.repeat(5_000_000)}<w:t>`,
        ]),
    ],
  ];
  return files.map(([what, name, content, expected = 'either']) => ({
    what: `${name}: ${what}`,
    name,
    content,
    expected,
  }));
}
