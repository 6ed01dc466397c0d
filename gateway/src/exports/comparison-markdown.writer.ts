import type { ComparisonLayout, ExportedMessage, RoundReply } from '@polylogue/api-contract';
import { headRemarks, mapsOfRound, type ComparisonPage } from './comparison-page.js';
import { fenceFor } from './fence.rules.js';
import { inertLine } from './inert-markdown.rules.js';
import { keptMarkdown } from './map-markdown.writer.js';
import { escaped } from './markdown-text.rules.js';
import { judgedOf, summaryOf, turnOf } from './markdown.writer.js';
import { NotePrefixes } from './note-prefixes.js';
import { scoreOf } from './scores.rules.js';
import { fileRemarks, remarksOf, speakerOf } from './transcript.rules.js';

/** Round by round: the question fenced, then the replies, one after the other or as the columns of a table. */
export function* comparisonMarkdown(page: ComparisonPage, layout: ComparisonLayout, at: Date): Generator<string> {
  const { title, conversations } = page.comparison;
  const prefixes = new NotePrefixes();
  const services = conversations.map(({ aiService }) => escaped(aiService.displayName)).join(' · ');
  yield `# ${escaped(title)}\n\n${services}\n\n${escaped(headRemarks(page, at).join(' · '))}\n`;
  for (const [index, { question, replies, summaries }] of page.rounds.entries()) {
    yield `\n---\n\n## ${index + 1}\n${question ? questionOf(question) : ''}`;
    if (layout === 'columns' && replies.length > 1) yield tableOf(replies, page);
    else for (const reply of replies) yield turnOf(reply, reply.message) + judgedOf(page.judged.get(reply.message.id));
    for (const summary of summaries) yield summaryOf(summary);
    for (const kept of mapsOfRound(page, replies)) yield keptMarkdown(kept, prefixes);
  }
}

type Reply = RoundReply<ExportedMessage>;

function questionOf(question: ExportedMessage): string {
  const { content } = question;
  const fence = fenceFor(content);
  const files = fileRemarks(question).join(' · ');
  return `${content === '' ? '' : `\n${fence}text\n${content}\n${fence}\n`}${files === '' ? '' : `\n_${escaped(files)}_\n`}`;
}

function tableOf(replies: readonly Reply[], { judged }: ComparisonPage): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const names = replies.map((reply) => escaped(speakerOf(reply, reply.message)));
  const texts = replies.map(({ message }) => cell(message));
  const remarks = replies.map(({ message }) => escaped(remarksOf(message).join(' · ')));
  const scores = replies.map(({ message }) => {
    const assessments = judged.get(message.id);
    return assessments ? `Overall score ${scoreOf(assessments).average ?? 'unknown'}` : '';
  });
  const scoreRow = scores.some((score) => score !== '') ? row(scores) : '';
  return `\n${row(names)}${row(names.map(() => '---'))}${row(texts)}${row(remarks)}${scoreRow}`;
}

/** A table's cell is one line: lines become breaks, and a bar stays a bar; in an error it is escaped with all else. */
const cell = ({ content, error = '' }: ExportedMessage): string =>
  (content === '' ? escaped(error) : inertLine(content).replaceAll('|', '\\|')).trim().replaceAll(/\r?\n/g, '<br>');
