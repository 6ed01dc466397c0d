const typeA = 1;
const classIn = 1;
const headerBytes = 12;
// A response without an error; recursion was desired and is available.
const answered = 0x8180;
// The name of the question, which stands right behind the header.
const sameName = 0xc000 | headerBytes;

/** The answer to a DNS query, with an A record for each address of the name; nothing to what is no query. */
export function answerTo(query: Buffer, addressesOf: (name: string) => Iterable<string>, ttlSeconds: number) {
  const question = readQuestion(query);
  if (!question) return undefined;
  const addresses = question.type === typeA ? [...addressesOf(question.name)] : [];
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(answered, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  return Buffer.concat([header, question.bytes, ...addresses.map((address) => recordOf(address, ttlSeconds))]);
}

function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at]; length !== 0; length = query[at]) {
    if (length === undefined) return undefined;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  // Behind the name stand its end, a type and a class.
  const end = at + 5;
  if (end > query.length) return undefined;
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1),
    bytes: query.subarray(headerBytes, end),
  };
}

function recordOf(address: string, ttlSeconds: number): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(sameName, 0);
  record.writeUInt16BE(typeA, 2);
  record.writeUInt16BE(classIn, 4);
  record.writeUInt32BE(ttlSeconds, 6);
  record.writeUInt16BE(4, 10);
  record.set(address.split('.').map(Number), 12);
  return record;
}
