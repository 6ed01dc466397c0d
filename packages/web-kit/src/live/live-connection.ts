import { retryDelay } from '../api/query-client.js';

type Listener = (event: string, data: unknown) => void;

const names = ['service', 'broadcast', 'session', 'execution', 'judging', 'announcement', 'notices', 'comparison'];
const listeners = new Set<Listener>();
/** The state of an EventSource that was answered with a refusal: a line that was lost is still connecting. */
const closed = 2;
let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let wasOpen = false;

const dispatch: Listener = (event, data) => {
  for (const listener of listeners) listener(event, data);
};

function open(): void {
  if (source || listeners.size === 0 || document.visibilityState === 'hidden') return;
  // A test or an old browser without EventSource works all the same: hints are only hints.
  if (typeof EventSource === 'undefined') return;
  source = new EventSource('/api/events', { withCredentials: true });
  source.onopen = () => {
    if (wasOpen) dispatch('reconnected', undefined);
    wasOpen = true;
    failures = 0;
  };
  // The browser reconnects by itself unless it was refused; either way the pace is ours.
  source.onerror = () => {
    const isRefused = source?.readyState === closed;
    close();
    timer = setTimeout(open, retryDelay(failures));
    failures += 1;
    if (isRefused) dispatch('refused', undefined);
  };
  for (const name of names) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) => dispatch(name, JSON.parse(data)));
  }
}

function close(): void {
  clearTimeout(timer);
  source?.close();
  source = undefined;
}

function followVisibility(): void {
  if (document.visibilityState === 'hidden') close();
  else open();
}

/** The one connection of a page: open while it has a listener and the page is visible. */
export const liveConnection = {
  join(listener: Listener): () => void {
    listeners.add(listener);
    if (listeners.size === 1) document.addEventListener('visibilitychange', followVisibility);
    open();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      document.removeEventListener('visibilitychange', followVisibility);
      close();
      wasOpen = false;
      failures = 0;
    };
  },
};
