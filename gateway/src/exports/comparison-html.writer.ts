import type { ComparisonLayout, ExportedMessage, RoundReply, Source, Summary } from '@polylogue/api-contract';
import { headRemarks, mapsOfRound, type ComparisonPage } from './comparison-page.js';
import { keptHtml, sourceHtml } from './map-html.writer.js';
import { htmlOf, text } from './markdown-html.js';
import { NotePrefixes } from './note-prefixes.js';
import { scoreOf } from './scores.rules.js';
import { summaryRemarks, summaryTitle } from './summaries.rules.js';
import { fileRemarks, remarksOf, speakerOf } from './transcript.rules.js';

/** A page that stands alone: no script, nothing loaded from anywhere, in the theme of the reader's system. */
export function* comparisonHtml(page: ComparisonPage, layout: ComparisonLayout, at: Date): Generator<string> {
  const { title, conversations } = page.comparison;
  const prefixes = new NotePrefixes();
  const services = conversations.map(({ aiService }) => text(aiService.displayName)).join(' · ');
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(title)}</title>
<style>${styles}</style>
</head>
<body class="${layout}">
<h1>${text(title)}</h1>
<p>${services}</p>
<p>${text(headRemarks(page, at).join(' · '))}</p>
`;
  for (const { question, replies, summaries } of page.rounds) {
    yield `<section>\n${question ? questionOf(question) : ''}<div class="replies">\n`;
    for (const reply of replies) yield articleOf(reply, page);
    yield '</div>\n';
    for (const summary of summaries) yield summaryOf(summary);
    for (const kept of mapsOfRound(page, replies)) yield keptHtml(kept, prefixes);
    yield '</section>\n';
  }
  yield '</body>\n</html>\n';
}

function questionOf(question: ExportedMessage): string {
  const files = fileRemarks(question).join(' · ');
  const content = question.content === '' ? '' : `<blockquote>${text(question.content)}</blockquote>\n`;
  return `${content}${files === '' ? '' : `<p class="about">${text(files)}</p>\n`}`;
}

function articleOf(reply: RoundReply<ExportedMessage>, { judged }: ComparisonPage): string {
  const { content, error, generation, id } = reply.message;
  const assessments = judged.get(id);
  const score = assessments ? [`overall score ${scoreOf(assessments).average ?? 'unknown'}`] : [];
  return `<article>
<h2>${text(speakerOf(reply, reply.message))}</h2>
<p class="about">${text([...remarksOf(reply.message), ...score].join(' · '))}</p>
${reasoningOf(generation?.reasoning)}${htmlOf(content)}${error ? `<p class="error">${text(error)}</p>` : ''}${sourcesOf(generation?.sources)}
</article>
`;
}

const summaryOf = (summary: Summary): string => `<article class="summary">
<h2>${text(summaryTitle(summary))}</h2>
<p class="about">${text(summaryRemarks(summary).join(' · '))}</p>
${htmlOf(summary.content)}
</article>
`;

const reasoningOf = (reasoning: string | undefined): string =>
  reasoning ? `<details><summary>Reasoning</summary><pre>${text(reasoning)}</pre></details>\n` : '';

function sourcesOf(sources: readonly Source[] = []): string {
  if (sources.length === 0) return '';
  return `<ol class="sources">${sources.map((source) => `<li>${sourceHtml(source)}</li>`).join('')}</ol>`;
}

const styles = `
:root { color-scheme: light dark; --line: #8884; }
body { margin: 0 auto; max-width: 1600px; padding: 24px; font: 15px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 22px; } h2 { margin: 0; font-size: 14px; }
section { margin: 24px 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; }
blockquote { margin: 0 0 12px; padding-left: 12px; border-left: 2px solid var(--line); white-space: pre-wrap; }
.columns .replies { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(280px, 1fr); gap: 12px; overflow-x: auto; }
article { min-width: 0; margin-bottom: 12px; padding: 12px; border: 1px solid var(--line); border-radius: 6px; }
small, .about, .sources { font-size: 12px; opacity: .8; } .about { margin: 2px 0 8px; } .error { color: #c33; }
pre { padding: 8px; border: 1px solid var(--line); border-radius: 4px; overflow-x: auto; white-space: pre-wrap; }
table { border-collapse: collapse; } td, th { padding: 4px 8px; border: 1px solid var(--line); }
@media print { .columns .replies { overflow: visible; } }
`;
