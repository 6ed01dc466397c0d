const home = '/';
const maxLength = 2048;
// A browser drops tabs and line breaks from a Location and reads "\" as "/": "/\t/evil" and "/\evil" leave the origin.

const treacherous = /[\\\u0000-\u0020\u007f]/;

/** Where to go after signing in: the wanted path when it stays on this origin, else the start page. */
export function safeReturnTo(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > maxLength) return home;
  return staysHere(wanted) ? wanted : home;
}

function staysHere(wanted: string): boolean {
  // Each round undoes one layer of percent encoding; a path that still changes after five is no honest path.
  let layer = wanted;
  for (let round = 0; round < 5; round += 1) {
    if (!isPlainPath(layer)) return false;
    const next = decoded(layer);
    if (next === undefined) return false;
    if (next === layer) return true;
    layer = next;
  }
  return false;
}

function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || treacherous.test(path.replaceAll(' ', ''))) return false;
  if (!URL.canParse(path, 'http://here.invalid')) return false;
  const { origin, pathname } = new URL(path, 'http://here.invalid');
  // "/.//evil" becomes "//evil"; a return to /api would be a way to call it (sign out, for one).
  return origin === 'http://here.invalid' && !pathname.startsWith('//') && !/^\/api(\/|$)/i.test(pathname);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
