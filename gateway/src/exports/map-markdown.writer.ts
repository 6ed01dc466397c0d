import type { ExportedSettleRound } from '@polylogue/api-contract';
import { escaped } from './markdown-text.rules.js';
import { claimRemarks, mapRemarks, mapTitle, saidOf, type KeptMap } from './maps.rules.js';
import { mergedAnswerMarkdown } from './merged-answer-markdown.writer.js';
import { NotePrefixes } from './note-prefixes.js';
import { sourceMarkdown, sourcesInLine } from './origin.rules.js';
import { roundRemarks, roundTitle, saidIn } from './rounds.rules.js';

/** A map, the rounds in which its claims went back, and what was written from it. */
export function keptMarkdown(kept: KeptMap, prefixes: NotePrefixes): string {
  const rounds = kept.rounds.map(roundMarkdown);
  const answers = kept.answers.map((answer) => mergedAnswerMarkdown(answer, kept.map, prefixes.next()));
  return [mapMarkdown(kept), ...rounds, ...answers].join('');
}

/** The claims, the most disputed first, and under each what every reply says of it. */
function mapMarkdown({ map }: KeptMap): string {
  const head = `\n### ${escaped(mapTitle(map))}\n\n_${escaped(mapRemarks(map).join(' · '))}_\n`;
  const claims = map.claims.map((claim) => {
    const said = saidOf(claim, map).map(({ speaker, stance, quote }) => {
      const passage = quote === undefined ? '' : `: “${escaped(quote)}”`;
      return `   - ${escaped(speaker)} ${stance}${passage}\n`;
    });
    return `${claim.id}. **${escaped(claim.text)}** (${escaped(claimRemarks(claim).join(', '))})\n${said.join('')}`;
  });
  const error = map.error ? `\n> ${escaped(map.error)}\n` : '';
  return `${head}${claims.length > 0 ? `\n${claims.join('')}` : ''}${error}`;
}

function roundMarkdown(round: ExportedSettleRound): string {
  const head = `\n### ${escaped(roundTitle(round))}\n\n_${escaped(roundRemarks(round).join(' · '))}_\n\n`;
  const lines = saidIn(round).map(({ speaker, said, reason, generation }) => {
    const sources = sourcesInLine(generation, (source) => sourceMarkdown(source, escaped));
    const from = sources.length > 0 ? ` (${sources.join('; ')})` : '';
    return `- **${escaped(speaker)}** ${said}${reason === undefined ? '' : `: ${escaped(reason)}`}${from}\n`;
  });
  return `${head}${lines.join('')}${round.error ? `\n> ${escaped(round.error)}\n` : ''}`;
}
