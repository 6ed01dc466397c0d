import type { ServerResponse } from 'node:http';
import { extractionIn } from './agreement/extract.rules.js';
import { settlingIn } from './agreement/settle.rules.js';
import { answerFromClaims } from './agreement/write.rules.js';
import { comparisonIn } from './judging/compare.rules.js';
import { judgeIn } from './judging/judge.rules.js';
import type { Persona } from './personas.js';
import type { AskedReply, Protocol } from './protocols/protocol.js';
import { backgroundOf } from './replies/background.rules.js';
import { findIn } from './replies/finding.rules.js';
import { toTokens } from './replies/tokens.rules.js';
import { seededRandom } from './seeded-random.js';
import { writtenReply } from './suggested/suggested.js';

const minTickMs = 5;

/** Streams a persona's reply at its pace; `speed` 0 means without any delay. */
export function playReply(
  persona: Persona,
  protocol: Protocol,
  reply: AskedReply,
  answer: ServerResponse,
  speed: number,
): void {
  const random = seededRandom(JSON.stringify([persona.model, reply.thread]));
  const task =
    judgeIn(persona.model, reply.thread) ??
    comparisonIn(persona.model, reply.thread) ??
    extractionIn(reply.thread) ??
    settlingIn(reply.thread) ??
    answerFromClaims(reply.thread);
  const finding = findIn(reply.thread);
  const written = writtenReply(persona.model, reply.thread.at(-1)?.content ?? '');
  const said = task ?? written ?? persona.temperament(finding, random);
  const background = task === undefined ? backgroundOf(persona.model, finding) : {};
  const whole = toTokens(said);
  const tokens = whole.slice(0, reply.maxTokens ?? whole.length);
  const input = reply.thread.reduce((sum, { content }) => sum + toTokens(content).length, 0);
  const counts = { input, output: tokens.length };

  answer.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  const begin = protocol.begin(reply, counts, background);
  const end = protocol.end(reply, counts, tokens.length < whole.length, background);
  const pieces = tokens.map((text) => protocol.token(reply, text));
  if (speed === 0) {
    answer.end(begin + pieces.join('') + end);
    return;
  }

  const [minMs, maxMs] = persona.firstTokenMs;
  const perMs = (persona.tokensPerSecond * speed) / 1000;
  let sent = 0;
  let timer: NodeJS.Timeout;
  const start = () => {
    const startedAt = performance.now();
    const tick = () => {
      // What is due by the clock, so that a busy machine does not slow the reply down.
      const due = Math.min(pieces.length, Math.floor((performance.now() - startedAt) * perMs) + 1);
      if (due > sent) answer.write(pieces.slice(sent, due).join(''));
      sent = Math.max(sent, due);
      if (sent < pieces.length) timer = setTimeout(tick, Math.max(minTickMs, (0.6 + 0.8 * random()) / perMs));
      else answer.end(end);
    };
    tick();
  };
  answer.write(begin);
  timer = setTimeout(start, (minMs + random() * (maxMs - minMs)) / speed);
  answer.once('close', () => clearTimeout(timer));
}
