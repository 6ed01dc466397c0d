/** What may be served, whatever stands in the store: nothing here can run anything. */
const servedTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'audio/mpeg',
  'audio/wav',
  'audio/ogg',
  'audio/mp4',
  'audio/flac',
  'audio/aac',
  'video/mp4',
  'video/webm',
]);

/** An id always has the same bytes, so a browser may keep them; a proxy may not, they belong to one user. */
export const headersOf = (type: string, tag: string): Record<string, string> => ({
  'Content-Type': servedTypes.has(type) ? type : 'application/octet-stream',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Accept-Ranges': 'bytes',
  ETag: tag,
});

/** The name in plain letters for old readers, and exactly (RFC 8187). */
export function nameHeader(name: string, isDownload: boolean): string {
  const plain = name.replace(/[^\w .()-]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${isDownload ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
