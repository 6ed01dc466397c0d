import type { MissingFromExport } from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { assessmentsByReply, judgedLine, missingSentence, scoreOf } from './scores.rules.js';
import { originText } from './origin.rules.js';
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
      const assessments = judged.get(message.id);
      if (!assessments) continue;
      const { average, verdicts, judges } = scoreOf(assessments);
      yield `\nOverall score ${average ?? 'unknown'} (${verdicts} of ${judges} judges)\n`;
      for (const each of assessments) yield `- ${judgedLine(each)}\n`;
    }
  }
  const sentence = missingSentence(missing);
  if (sentence) yield `\n${rule}\n${sentence}\n`;
}
