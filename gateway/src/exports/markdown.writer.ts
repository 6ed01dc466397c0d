import type {
  ExportedConversation,
  ExportedMessage,
  MissingFromExport,
  QualityAssessment,
  Summary,
} from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { assessmentsByReply, judgedLine, missingSentence, scoreOf } from './scores.rules.js';
import { fenceFor } from './fence.rules.js';
import { originMarkdown } from './origin.rules.js';
import { summariesBehind, summaryRemarks, summaryTitle } from './summaries.rules.js';
import { inert } from './inert-markdown.rules.js';
import { keptMarkdown } from './map-markdown.writer.js';
import { mapsBehind } from './maps.rules.js';
import { escaped } from './markdown-text.rules.js';
import { NotePrefixes } from './note-prefixes.js';
import { minutes, remarksOf, speakerOf } from './transcript.rules.js';

/** For reading: replies are Markdown already, without what acts in a viewer; what a user typed is fenced, so that it stays as it was typed. */
export async function* markdownOf(
  parts: AsyncIterable<ExportedPart>,
  at: Date,
  missing: MissingFromExport,
): AsyncGenerator<string> {
  const prefixes = new NotePrefixes();
  yield `# Conversations\n\nExported ${minutes(at.toISOString())}\n`;
  for await (const conversation of parts) {
    const { title, aiService, createdAt, updatedAt, messages, isFirst } = conversation;
    const head = `\n---\n\n## ${escaped(title)}\n\n${escaped(aiService.displayName)} · created ${minutes(createdAt)} · updated ${minutes(updatedAt)}\n`;
    if (isFirst) yield head;
    const judged = assessmentsByReply(conversation);
    for (const message of messages) {
      const summaries = summariesBehind(conversation, message).map(summaryOf).join('');
      const maps = mapsBehind(conversation, message)
        .map((kept) => keptMarkdown(kept, prefixes))
        .join('');
      yield turnOf(conversation, message) + judgedOf(judged.get(message.id)) + summaries + maps;
    }
  }
  const sentence = missingSentence(missing);
  if (sentence) yield `\n---\n\n> ${sentence}\n`;
}

export function judgedOf(assessments: readonly QualityAssessment[] | undefined): string {
  if (!assessments) return '';
  const { average, verdicts, judges } = scoreOf(assessments);
  const head = `**Overall score ${average ?? 'unknown'}** (${verdicts} of ${judges} judges)`;
  return `\n${head}\n\n${assessments.map((each) => `- ${escaped(judgedLine(each))}\n`).join('')}`;
}

export function summaryOf(summary: Summary): string {
  const { content, error, generation } = summary;
  const head = `\n### ${escaped(summaryTitle(summary))}\n\n_${escaped(summaryRemarks(summary).join(' · '))}_\n`;
  const body = content === '' ? '' : `\n${inert(content)}\n`;
  return `${head}${body}${error ? `\n> ${escaped(error)}\n` : ''}${originMarkdown(generation, escaped)}`;
}

export function turnOf(conversation: Pick<ExportedConversation, 'aiService'>, message: ExportedMessage): string {
  const { role, content, error } = message;
  const head = `\n### ${escaped(speakerOf(conversation, message))}\n\n_${escaped(remarksOf(message).join(' · '))}_\n`;
  const fence = fenceFor(content);
  const body = role === 'user' ? `${fence}text\n${content}\n${fence}` : inert(content);
  const origin = originMarkdown(message.generation, escaped);
  return `${head}${content === '' ? '' : `\n${body}\n`}${error ? `\n> ${escaped(error)}\n` : ''}${origin}`;
}
