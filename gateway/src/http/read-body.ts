import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '@polylogue/service-kit';

const unpackers: Readonly<Record<string, () => Transform>> = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
};

/**
 * The bytes of a body, unpacked. One that is larger than the limit is refused when that is known: by its length before it is read, else
 * when the limit is passed. Express' parsers wait for its end, which need not come. Once the signal says so, nothing more of it is taken.
 */
export async function readBody(request: IncomingMessage, limit: number, signal: AbortSignal): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  const unpack = unpackers[encoding];
  if (unpack === undefined && encoding !== 'identity') throw unsupportedBody();
  if (unpack === undefined && Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLarge(limit);
  return collect(request, unpack ? request.pipe(unpack()) : request, limit, signal);
}

function collect(
  request: IncomingMessage,
  source: IncomingMessage | Transform,
  limit: number,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const take = (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > limit) leave(() => reject(bodyTooLarge(limit)));
      else pieces.push(piece);
    };
    const end = () => leave(() => resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)));
    const fail = (cause?: unknown) => leave(() => reject(unreadableBody(cause)));
    const cutOff = () => request.complete || fail();
    const giveUp = () => fail();
    const leave = (settle: () => void) => {
      source.off('data', take).off('end', end).off('error', fail);
      request.off('error', fail).off('close', cutOff);
      signal.removeEventListener('abort', giveUp);
      if (source !== request) request.unpipe(source as Transform);
      // An unpacker that is left half-way may still complain.
      if (source !== request) source.on('error', () => undefined).destroy();
      // What nobody wants any more must not hold up the connection.
      request.resume();
      settle();
    };
    source.on('data', take).once('end', end).on('error', fail);
    if (source !== request) request.on('error', fail);
    request.once('close', cutOff);
    signal.addEventListener('abort', giveUp);
    if (request.destroyed) fail();
  });
}

export function bodyTooLarge(limit: number): AppError {
  const kib = limit / 1024;
  const size = kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`;
  return new AppError('too_large', 'body_too_large', `The body is larger than ${size}.`);
}

export function unsupportedBody(cause?: unknown): AppError {
  const sentence = 'The body is of a type, charset or encoding that is not supported.';
  return new AppError('unsupported_type', 'unsupported_type', sentence, { cause });
}

function unreadableBody(cause: unknown): AppError {
  return new AppError('invalid', 'bad_request', 'The request cannot be read.', { cause });
}
