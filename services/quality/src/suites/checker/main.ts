import { parentPort, workerData } from 'node:worker_threads';
import type { TextCheck } from './check-plain.js';
import { checkText } from './check-text.js';

// A thread that checks one text and says each verdict as soon as it has it, so that what takes too long is known by its place.
const { text, checks } = workerData as { text: string; checks: TextCheck[] };
parentPort!.postMessage('ready');
for (const check of checks) parentPort!.postMessage(checkText(check, text));
