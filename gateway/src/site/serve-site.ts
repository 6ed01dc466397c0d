import { access, readdir } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import express, { type RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { cacheControlOf, preferredEncoding, siteTarget, toRemote } from './site.rules.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

const encodings = { br: 'br', gz: 'gzip' } as const;

/** Serves the built pages and slices under `root`: what nginx does elsewhere. */
export function serveSite(root: string): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const target = siteTarget(request.path);
    if (target.kind === 'none') return next();
    if (target.kind === 'remotes')
      return void response.setHeader('Cache-Control', 'no-cache').json(await remotesIn(root));
    if (target.kind === 'page') {
      return isNavigation(request)
        ? serveFile(join(root, 'shell/dist'), '/index.html', request, response, next)
        : next();
    }
    return serveFile(join(root, target.folder, 'dist'), target.path, request, response, next);
  };
}

/** The slices that are there to be loaded. */
async function remotesIn(root: string) {
  const names = (await readdir(root).catch(() => [])).filter((name) => name.startsWith('mfe-')).sort();
  const built = await Promise.all(names.map((name) => isThere(join(root, name, 'dist/mf-manifest.json'))));
  return names.filter((_name, index) => built[index]).map(toRemote);
}

async function serveFile(folder: string, path: string, request: HttpRequest, response: HttpResponse, next: () => void) {
  const encoding = await encodingOf(folder, path, request);
  const requested = request.url;
  request.url = encoding ? `${path}.${encoding}` : path;
  response.setHeader('Vary', 'Accept-Encoding');
  sentFiles.set(response, { path, encoding });
  handlers.memo(folder)(request, response, () => {
    request.url = requested;
    next();
  });
}

const sentFiles = new WeakMap<HttpResponse, { path: string; encoding: keyof typeof encodings | undefined }>();

/** One handler per folder: one per request would keep each request in memory until the whole heap is collected (decision 0125). */
const handlers = new LRUCache<string, RequestHandler>({
  max: 50,
  memoMethod: (folder) => express.static(folder, { index: false, redirect: false, cacheControl: false, setHeaders }),
});

function setHeaders(response: HttpResponse): void {
  const { path, encoding } = sentFiles.get(response)!;
  response.setHeader('Cache-Control', cacheControlOf(path));
  if (!encoding) return;
  response.setHeader('Content-Encoding', encodings[encoding]);
  response.type(path.slice(path.lastIndexOf('.')));
}

async function encodingOf(folder: string, path: string, { headers }: HttpRequest) {
  const file = join(folder, normalize(safelyDecoded(path)));
  if (!file.startsWith(folder)) return undefined;
  const present = new Set<string>();
  for (const extension of Object.keys(encodings)) if (await isThere(`${file}.${extension}`)) present.add(extension);
  return preferredEncoding(String(headers['accept-encoding'] ?? ''), present);
}

// The start page is for every client; elsewhere a script that fetches a page by mistake gets 404.
function isNavigation({ headers, path }: HttpRequest): boolean {
  return path === '/' || headers['sec-fetch-mode'] === 'navigate' || /text\/html/.test(headers.accept ?? '');
}

function safelyDecoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll('\0', '');
  } catch {
    return '/';
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
