import type { Answering } from './answering.js';
import * as plays from './plays.js';

/** How a reply ends under a fault. */
export type ReplyState = 'completed' | 'failed' | 'interrupted';

/** One way in which a provider fails, and what is promised of it. */
export interface Fault {
  title: string;
  /** Where its services are, when not at the scripted provider. */
  at?: 'refused' | 'tls' | 'dns';
  /** Answers a request for a reply, or for the list of models. */
  play: (answering: Answering) => void | Promise<void>;
  /** Of one reply. */
  state: ReplyState;
  /** What the user is told; `{name}` is the service. None of a reply that is whole. */
  sentence?: string;
  /** Requests the provider gets for one reply, each paid for where it charges for them. */
  calls: number;
  /** Asking again may help: a judge is asked up to three times. */
  mayPass?: boolean;
  /** Attempts at one reply where the provider does not get them all, and whether they speak against its health. */
  attempts?: number;
  trips?: boolean;
  /** It sends far more than was asked for. */
  isLong?: boolean;
  /** The status that Retry Connection leaves. */
  probed: 'connected' | 'error' | 'unknown';
}

const cannotBeReached = '{name} cannot be reached. Try again, or ask an administrator to check it.';
const wrongKey = '{name} did not accept the API key. An administrator has to check it.';
const failedThere = '{name} failed on its side. Try again.';
const isFull = '{name} takes no more requests for the moment. Try again in a minute.';
const notAReply = '{name} answered with something else than a reply. An administrator has to check its URL.';
const unfinished = '{name} stopped without finishing its reply. Try again.';
const notInTime = '{name} did not begin to answer in time. Try again.';

/** Every way in which a provider fails. */
export const faults = {
  refused: {
    title: 'connection refused',
    at: 'refused',
    play: plays.never,
    state: 'failed',
    sentence: cannotBeReached,
    calls: 0,
    mayPass: true,
    attempts: 3,
    trips: true,
    probed: 'error',
  },
  dns: {
    title: 'name does not resolve',
    at: 'dns',
    play: plays.never,
    state: 'failed',
    sentence: cannotBeReached,
    calls: 0,
    mayPass: true,
    attempts: 3,
    trips: true,
    probed: 'error',
  },
  tls: {
    title: 'certificate nobody vouches for',
    at: 'tls',
    play: plays.never,
    state: 'failed',
    sentence: '{name} has no valid certificate. An administrator has to check its URL.',
    calls: 0,
    probed: 'error',
  },
  401: { title: '401', play: plays.refuses(401), state: 'failed', sentence: wrongKey, calls: 1, probed: 'error' },
  403: { title: '403', play: plays.refuses(403), state: 'failed', sentence: wrongKey, calls: 1, probed: 'error' },
  404: {
    title: '404',
    play: plays.refuses(404),
    state: 'failed',
    sentence: '{name} was not found at its address. An administrator has to check its model and URL.',
    calls: 1,
    probed: 'unknown',
  },
  408: {
    title: '408',
    play: plays.refuses(408),
    state: 'failed',
    sentence: failedThere,
    calls: 3,
    mayPass: true,
    attempts: 3,
    trips: true,
    probed: 'error',
  },
  429: {
    title: '429',
    play: plays.refuses(429),
    state: 'failed',
    sentence: isFull,
    calls: 3,
    mayPass: true,
    probed: 'unknown',
  },
  '429-after': {
    title: '429 with Retry-After: 1',
    play: plays.refuses(429, { 'retry-after': '1' }),
    state: 'failed',
    sentence: isFull,
    calls: 3,
    mayPass: true,
    probed: 'unknown',
  },
  500: {
    title: '500',
    play: plays.refuses(500),
    state: 'failed',
    sentence: failedThere,
    calls: 3,
    mayPass: true,
    attempts: 3,
    trips: true,
    probed: 'error',
  },
  503: {
    title: '503',
    play: plays.refuses(503),
    state: 'failed',
    sentence: '{name} is overloaded at the moment. Try again in a minute.',
    calls: 3,
    mayPass: true,
    attempts: 3,
    trips: true,
    probed: 'unknown',
  },
  'hang-before': {
    title: 'hangs before the first token',
    play: plays.never,
    state: 'failed',
    sentence: notInTime,
    calls: 1,
    mayPass: true,
    probed: 'error',
  },
  'hang-after': {
    title: 'hangs after the first token',
    play: plays.breaks(plays.never),
    state: 'interrupted',
    sentence: '{name} stopped answering midway. Try again.',
    calls: 1,
    mayPass: true,
    probed: 'error',
  },
  truncated: {
    title: 'connection cut midway',
    play: plays.breaks(({ response }) => response.socket?.end()),
    state: 'interrupted',
    sentence: 'The connection to {name} broke before its reply was complete. Try again.',
    calls: 1,
    mayPass: true,
    probed: 'error',
  },
  'no-end': {
    title: 'no end marker',
    play: plays.breaks(({ response }) => response.end()),
    state: 'interrupted',
    sentence: unfinished,
    calls: 1,
    mayPass: true,
    probed: 'connected',
  },
  malformed: {
    title: 'malformed JSON midway',
    play: plays.breaks(plays.garbles),
    state: 'interrupted',
    sentence: '{name} sent something that cannot be read. Try again.',
    calls: 1,
    mayPass: true,
    probed: 'connected',
  },
  html: {
    title: 'HTML page',
    play: plays.answersWith('text/html', plays.page),
    state: 'failed',
    sentence: notAReply,
    calls: 1,
    probed: 'error',
  },
  type: {
    title: 'JSON where a stream was asked for',
    play: plays.answersWith('application/json', plays.wholeJson),
    state: 'failed',
    sentence: notAReply,
    calls: 1,
    probed: 'connected',
  },
  flood: {
    title: '50 MB',
    play: plays.floods,
    state: 'interrupted',
    sentence: 'The reply of {name} is longer than can be kept. Ask for less.',
    calls: 1,
    isLong: true,
    probed: 'connected',
  },
  gzip: {
    title: 'gzip bomb',
    play: plays.gzipBomb,
    state: 'failed',
    sentence: unfinished,
    calls: 1,
    mayPass: true,
    probed: 'connected',
  },
  drip: {
    title: 'slow drip without end',
    play: plays.drips,
    state: 'interrupted',
    sentence: '{name} did not finish in time. Try again, or ask for less.',
    calls: 1,
    mayPass: true,
    probed: 'connected',
  },
  duplicates: { title: 'every frame twice', play: plays.duplicates, state: 'completed', calls: 1, probed: 'connected' },
  empty: { title: 'an end without a word', play: plays.empty, state: 'completed', calls: 1, probed: 'connected' },
  redirect: {
    title: 'redirect',
    play: plays.redirect,
    state: 'failed',
    sentence: '{name} answers with a redirect, which is not followed. An administrator has to check its URL.',
    calls: 1,
    probed: 'error',
  },
} as const satisfies Record<string, Fault>;

export type FaultName = `${keyof typeof faults}`;
export const faultNames = Object.keys(faults) as FaultName[];
