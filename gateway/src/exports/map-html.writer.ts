import type { ExportedSettleRound, Source } from '@polylogue/api-contract';
import { claimRemarks, mapRemarks, mapTitle, saidOf, type KeptMap } from './maps.rules.js';
import { text } from './markdown-html.js';
import { mergedAnswerHtml } from './merged-answer-html.writer.js';
import { NotePrefixes } from './note-prefixes.js';
import { isWebAddress, sourcesInLine } from './origin.rules.js';
import { roundRemarks, roundTitle, saidIn } from './rounds.rules.js';

/** A map, the rounds in which its claims went back, and what was written from it. */
export function keptHtml(kept: KeptMap, prefixes: NotePrefixes): string {
  const answers = kept.answers.map((answer) => mergedAnswerHtml(answer, kept.map, prefixes.next()));
  return [mapHtml(kept), ...kept.rounds.map(roundHtml), ...answers].join('');
}

function mapHtml({ map }: KeptMap): string {
  const claims = map.claims.map((claim) => {
    const said = saidOf(claim, map).map(
      ({ speaker, stance, quote }) =>
        `<li>${text(speaker)} ${stance}${quote === undefined ? '' : `: <q>${text(quote)}</q>`}</li>`,
    );
    const about = text(claimRemarks(claim).join(', '));
    return `<li><strong>${text(claim.text)}</strong> <span class="about">${about}</span><ul>${said.join('')}</ul></li>`;
  });
  return `<article class="map">
<h2>${text(mapTitle(map))}</h2>
<p class="about">${text(mapRemarks(map).join(' · '))}</p>
${claims.length > 0 ? `<ol>${claims.join('')}</ol>` : ''}${map.error ? `<p class="error">${text(map.error)}</p>` : ''}
</article>
`;
}

function roundHtml(round: ExportedSettleRound): string {
  const lines = saidIn(round).map(({ speaker, said, reason, generation }) => {
    const sources = sourcesInLine(generation, sourceHtml);
    const from = sources.length > 0 ? ` <span class="about">(${sources.join('; ')})</span>` : '';
    return `<li><b>${text(speaker)}</b> ${said}${reason === undefined ? '' : `: ${text(reason)}`}${from}</li>`;
  });
  return `<article class="round">
<h2>${text(roundTitle(round))}</h2>
<p class="about">${text(roundRemarks(round).join(' · '))}</p>
<ul>${lines.join('')}</ul>${round.error ? `<p class="error">${text(round.error)}</p>` : ''}
</article>
`;
}

export function sourceHtml({ url, title }: Source): string {
  const name = text(title ?? url ?? '');
  return isWebAddress(url) ? `<a href="${text(url)}" rel="noreferrer noopener">${name}</a>` : name;
}
