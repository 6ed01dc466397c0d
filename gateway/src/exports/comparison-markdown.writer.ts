import type { ComparisonLayout, ExportedMessage, RoundReply } from '@polylogue/api-contract';
import { mapsOfRound, type ComparisonPage } from './comparison-page.js';
import { fenceFor } from './fence.rules.js';
import { inertLine } from './inert-markdown.rules.js';
import { keptMarkdown } from './map-markdown.writer.js';
import { escaped } from './markdown-text.rules.js';
import { judgedOf, summaryOf, turnOf } from './markdown.writer.js';
import { NotePrefixes } from './note-prefixes.js';
import { scoreOf } from './scores.rules.js';
import { minutes, speakerOf } from './transcript.rules.js';

/** Round by round: the question fenced, then the replies, one after the other or as the columns of a table. */
export function* comparisonMarkdown(page: ComparisonPage, layout: ComparisonLayout, at: Date): Generator<string> {
  const { title, tags, conversations } = page.comparison;
  const prefixes = new NotePrefixes();
  const services = conversations.map(({ aiService }) => escaped(aiService.displayName)).join(' · ');
  yield `# ${escaped(title)}\n\n${services}\n\nExported ${minutes(at.toISOString())}${tags.length > 0 ? ` · ${tags.map(escaped).join(' · ')}` : ''}\n`;
  for (const [index, { question, replies, summaries }] of page.rounds.entries()) {
    const fence = fenceFor(question?.content ?? '');
    yield `\n---\n\n## ${index + 1}\n\n${question ? `${fence}text\n${question.content}\n${fence}\n` : ''}`;
    if (layout === 'columns' && replies.length > 1) yield tableOf(replies, page);
    else for (const reply of replies) yield turnOf(reply, reply.message) + judgedOf(page.judged.get(reply.message.id));
    for (const summary of summaries) yield summaryOf(summary);
    for (const kept of mapsOfRound(page, replies)) yield keptMarkdown(kept, prefixes);
  }
}

type Reply = RoundReply<ExportedMessage>;

function tableOf(replies: readonly Reply[], { judged }: ComparisonPage): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const names = replies.map((reply) => escaped(speakerOf(reply, reply.message)));
  const texts = replies.map(({ message }) => cell(message));
  const scores = replies.map(({ message }) => {
    const assessments = judged.get(message.id);
    return assessments ? `Overall score ${scoreOf(assessments).average ?? 'unknown'}` : '';
  });
  const scoreRow = scores.some((score) => score !== '') ? row(scores) : '';
  return `\n${row(names)}${row(names.map(() => '---'))}${row(texts)}${scoreRow}`;
}

/** A table's cell is one line: lines become breaks, and a bar stays a bar. */
const cell = ({ content, error = '' }: ExportedMessage): string =>
  (content === '' ? escaped(error) : inertLine(content)).trim().replaceAll('|', '\\|').replaceAll(/\r?\n/g, '<br>');
