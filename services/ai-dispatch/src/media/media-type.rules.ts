import { fileTypeFromBuffer } from 'file-type';
import type { MediaKind } from '../providers/provider.js';

interface MediaType {
  type: string;
  extension: string;
}

const known: Readonly<Record<MediaKind, Readonly<Record<string, MediaType>>>> = {
  image: {
    'image/png': { type: 'image/png', extension: 'png' },
    'image/apng': { type: 'image/png', extension: 'png' },
    'image/jpeg': { type: 'image/jpeg', extension: 'jpg' },
    'image/webp': { type: 'image/webp', extension: 'webp' },
    'image/gif': { type: 'image/gif', extension: 'gif' },
  },
  audio: {
    'audio/mpeg': { type: 'audio/mpeg', extension: 'mp3' },
    'audio/wav': { type: 'audio/wav', extension: 'wav' },
    'audio/ogg': { type: 'audio/ogg', extension: 'ogg' },
    'audio/x-m4a': { type: 'audio/mp4', extension: 'm4a' },
    'audio/flac': { type: 'audio/flac', extension: 'flac' },
    'audio/aac': { type: 'audio/aac', extension: 'aac' },
  },
  video: {
    'video/mp4': { type: 'video/mp4', extension: 'mp4' },
    'video/x-m4v': { type: 'video/mp4', extension: 'mp4' },
    'video/webm': { type: 'video/webm', extension: 'webm' },
  },
};

/** What the bytes are, whatever was said of them; undefined for what is not of this kind, or not served by us. */
export async function mediaTypeOf(kind: MediaKind, bytes: Uint8Array): Promise<MediaType | undefined> {
  // A file that only begins like one may be too short to be recognised.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const type = found?.mime.split(';')[0] ?? '';
  return known[kind][type];
}

const maxWords = 6;

/** A name for a download, from the prompt. */
export function nameOf(prompt: string, fallback: string, extension: string): string {
  const words = prompt
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const stem = (words ?? []).slice(0, maxWords).join('-').slice(0, 60);
  return `${stem === '' ? fallback : stem}.${extension}`;
}
