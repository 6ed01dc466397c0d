import type { MissingFromExport, QualityAssessment, Summary } from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { assessmentsByReply, judgedLine, missingSentence, scoreOf } from './scores.rules.js';
import { keptText } from './map-text.writer.js';
import { mapsBehind } from './maps.rules.js';
import { originText } from './origin.rules.js';
import { summariesBehind, summaryRemarks, summaryTitle } from './summaries.rules.js';
import { minutes, remarksOf, speakerOf } from './transcript.rules.js';

const rule = '='.repeat(72);

/** For reading anywhere. */
export async function* textOf(
  parts: AsyncIterable<ExportedPart>,
  at: Date,
  missing: MissingFromExport,
): AsyncGenerator<string> {
  yield `Conversations, exported ${minutes(at.toISOString())}\n`;
  for await (const conversation of parts) {
    const { title, aiService, createdAt, updatedAt, messages, isFirst } = conversation;
    const head = `\n${rule}\n${title}\n${aiService.displayName}, created ${minutes(createdAt)}, updated ${minutes(updatedAt)}\n${rule}\n`;
    if (isFirst) yield head;
    const judged = assessmentsByReply(conversation);
    for (const message of messages) {
      yield `\n${speakerOf(conversation, message)} (${remarksOf(message).join(', ')})\n\n`;
      if (message.content !== '') yield `${message.content}\n`;
      if (message.error) yield `[${message.error}]\n`;
      yield originText(message.generation);
      yield judgedText(judged.get(message.id));
      for (const summary of summariesBehind(conversation, message)) yield summaryText(summary);
      for (const kept of mapsBehind(conversation, message)) yield keptText(kept);
    }
  }
  const sentence = missingSentence(missing);
  if (sentence) yield `\n${rule}\n${sentence}\n`;
}

function judgedText(assessments: readonly QualityAssessment[] | undefined): string {
  if (!assessments) return '';
  const { average, verdicts, judges } = scoreOf(assessments);
  const lines = assessments.map((each) => `- ${judgedLine(each)}\n`).join('');
  return `\nOverall score ${average ?? 'unknown'} (${verdicts} of ${judges} judges)\n${lines}`;
}

function summaryText(summary: Summary): string {
  const { content, error, generation } = summary;
  const head = `\n${summaryTitle(summary)} (${summaryRemarks(summary).join(', ')})\n\n`;
  return `${head}${content === '' ? '' : `${content}\n`}${error ? `[${error}]\n` : ''}${originText(generation)}`;
}
