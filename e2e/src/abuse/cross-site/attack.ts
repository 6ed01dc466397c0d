// Runs in the page of another site, whose visitor is signed in at the product: everything that a page may do there without
// being the product. It is served as it is compiled and can import nothing.

/** A call of `/api`, as another site tries it. */
export interface Attempt {
  method: string;
  path: string;
  /** A body that the call would take. */
  body: unknown;
}

/** What another site learned or could use. */
export interface Loot {
  /** Answers that it could read. */
  read: string[];
  /** Pictures, styles and scripts of the product that it could use. */
  used: string[];
  /** What a window that it opened let it see or answer. */
  opened: string[];
}

const patience = 5_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const orLater = (given: Promise<unknown>) => Promise.race([given, pause(patience)]);

/** Tries everything at `product`. */
export async function attack(product: string, attempts: readonly Attempt[]): Promise<Loot> {
  const loot: Loot = { read: [], used: [], opened: [] };
  for (const attempt of attempts) {
    await callInAllWays(product, attempt, loot);
    await (attempt.method === 'GET' ? useInAllWays(product, attempt.path, loot) : postInAllWays(product, attempt));
    for (const element of document.querySelectorAll('iframe, form, img, link, video')) element.remove();
  }
  for (const path of ['/api/events', '/']) await listen(product, path, loot);
  for (const path of ['/', '/admin/account', '/api/login', '/api/clear', '/api/logout'])
    await open(product, path, loot);
  return loot;
}

async function callInAllWays(product: string, attempt: Attempt, loot: Loot): Promise<void> {
  const json = { headers: { 'content-type': 'application/json' } };
  const plain = { headers: { 'content-type': 'text/plain' } };
  const simple = attempt.method === 'GET' ? 'GET' : 'POST';
  await call(product, attempt, json, loot);
  await call(product, attempt, { ...plain, mode: 'no-cors', method: simple }, loot);
  await call(product, attempt, { ...plain, redirect: 'manual' }, loot);
}

async function call(product: string, { method, path, body }: Attempt, more: RequestInit, loot: Loot): Promise<void> {
  try {
    const sends = method !== 'GET' && body !== undefined ? { body: JSON.stringify(body) } : {};
    const signal = AbortSignal.timeout(patience);
    const answer = await fetch(product + path, { method, credentials: 'include', signal, ...sends, ...more });
    if (!answer.type.startsWith('opaque')) loot.read.push(`${method} ${path}: ${answer.status}`);
  } catch {
    // Refused by the browser.
  }
}

const useInAllWays = (product: string, path: string, loot: Loot) =>
  Promise.all((['img', 'script', 'link', 'video'] as const).map((tag) => use(product + path, tag, loot)));

function use(url: string, tag: 'img' | 'script' | 'link' | 'video', loot: Loot): Promise<unknown> {
  const element = document.createElement(tag);
  const done = new Promise<void>((resolve) => {
    element.addEventListener('error', () => resolve());
    for (const event of ['load', 'loadeddata']) {
      element.addEventListener(event, () => {
        loot.used.push(`${tag} ${url}`);
        resolve();
      });
    }
  });
  if (tag === 'link') Object.assign(element, { rel: 'stylesheet', href: url });
  else Object.assign(element, { src: url });
  document.body.append(element);
  return orLater(done);
}

function postInAllWays(product: string, attempt: Attempt): Promise<unknown> {
  const { path, body } = attempt;
  navigator.sendBeacon(product + path, new Blob([JSON.stringify(body ?? {})], { type: 'text/plain' }));
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
  return Promise.all(types.map((type) => post(product, attempt, type)));
}

/** A form that the browser posts by itself, into a frame that nobody sees. */
function post(product: string, { path, body }: Attempt, enctype: string): Promise<unknown> {
  const target = `frame-${enctype}`;
  const frame = document.createElement('iframe');
  frame.name = target;
  document.body.append(frame);
  const form = document.createElement('form');
  Object.assign(form, { action: product + path, method: 'POST', enctype, target });
  for (const [name, value] of fieldsOf((body ?? {}) as object, enctype)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  const done = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve()));
  form.submit();
  return orLater(done);
}

/** As plain text, the name and the value of one field are JSON with an equals sign in it. */
function fieldsOf(body: object, enctype: string): [string, string][] {
  if (enctype !== 'text/plain') {
    return Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  }
  const open = JSON.stringify(body).slice(0, -1);
  return [[`${open}${Object.keys(body).length > 0 ? ',' : ''}"x":"`, '"}']];
}

async function listen(product: string, path: string, loot: Loot): Promise<void> {
  const source = new EventSource(product + path, { withCredentials: true });
  const socket = new WebSocket(product.replace('http', 'ws') + path);
  const ended = [source, socket].map(
    (each) =>
      new Promise<void>((resolve) => {
        each.addEventListener('error', () => resolve());
        for (const event of ['open', 'message']) {
          each.addEventListener(event, () => {
            loot.read.push(`${each.constructor.name} ${path}: ${event}`);
            resolve();
          });
        }
      }),
  );
  await orLater(Promise.all(ended));
  source.close();
  socket.close();
}

async function open(product: string, path: string, loot: Loot): Promise<void> {
  const opened = window.open(product + path);
  if (!opened) return;
  window.addEventListener('message', ({ source }) => {
    if (source === opened) loot.opened.push(`${path}: answered a message`);
  });
  await pause(1_500);
  const looks = [() => opened.document.body.innerHTML, () => opened.location.href, () => opened.localStorage.length];
  for (const look of looks) {
    try {
      loot.opened.push(`${path}: ${String(look()).slice(0, 100)}`);
    } catch {
      // Of another origin.
    }
  }
  const messages = ['hello', { type: 'session' }, { type: 'navigate', to: '/api/logout' }];
  for (const message of messages) opened.postMessage(message, '*');
  await pause(500);
  opened.close();
}
