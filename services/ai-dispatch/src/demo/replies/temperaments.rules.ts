import { pickOne } from '../seeded-random.js';
import { answerOf, bulleted, codeBlock, markdownTable, numbered } from './answer.rules.js';
import type { Finding } from './finding.rules.js';
import { angles } from './known-lists.js';

type Question = Extract<Finding, { kind: 'question' }>;
type Random = () => number;

/** Puts a finding into words. The same finding and random give the same words. */
export type Temperament = (finding: Finding, random: Random) => string;

const isOpen = (finding: Finding): finding is Question => finding.kind === 'question';
const honest = 'I am a demo service: no model stands behind me, so I can show you how a reply looks, not what is true.';
const offers =
  'I can count, list, reverse, calculate, summarise a text, write a table or a little code, and I remember this thread.';
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const subject = ({ about }: Question) => (about.length > 0 ? about.join(', ') : 'nothing I can name');

/** Terse: the answer and nothing else. */
export const brief: Temperament = (finding) => {
  if (finding.kind === 'greeting') return 'Hello. What do you need?';
  if (!isOpen(finding)) return answerOf(finding);
  return `Demo reply. ${finding.words} words, about: ${subject(finding)}. Connect a real service for an answer.`;
};

/** Step by step, and checks itself. */
export const sage: Temperament = (finding, random) => {
  if (finding.kind === 'greeting') return `Hello. ${honest}\n\n${offers}`;
  if (isOpen(finding)) {
    const from = Math.floor(random() * 4);
    const steps = angles.slice(from, from + 5).map(({ name, advice }) => `**${capital(name)}.** ${advice}`);
    return `Let me take “${finding.topic}” step by step.\n\n${numbered(steps)}\n\nWhat I read in your message: ${subject(finding)}. ${honest}`;
  }
  const opening = pickOne(random, ['Step by step:', 'Let me work through it.', 'In order, then.']);
  return `${opening}\n\n1. You ask for ${wish(finding)}.\n2. I look at what you wrote, and only at that.\n3. The result:\n\n${answerOf(finding)}\n\nChecked once more: it holds.`;
};

/** Everything in markdown: headings, tables, code. */
export const scribe: Temperament = (finding) => {
  if (finding.kind === 'greeting') return `## Welcome\n\n${honest}\n\n${bulleted(offers.slice(0, -1).split(', '))}`;
  if (!isOpen(finding))
    return `## ${capital(wish(finding))}\n\n${answerOf(finding)}\n\n> Written by the demo, in the format a model would use.`;
  const rows = finding.about.map((word, index) => [String(index + 1), word, String(word.length)]);
  const table = rows.length > 0 ? markdownTable(['No.', 'keyword', 'letters'], rows) : '_No keywords found._';
  const sample = `const topic = ${JSON.stringify(finding.topic)};\nconst words = ${finding.words};\nconsole.log(\`\${topic}: \${words} words\`);`;
  return `## ${capital(finding.topic)}\n\n${honest}\n\n### What your message holds\n\n${table}\n\n### As code\n\n${codeBlock('javascript', sample)}\n\n### Next steps\n\n${bulleted(angles.slice(0, 4).map(({ name, advice }) => `**${capital(name)}** – ${advice}`))}`;
};

/** Slow and thorough. */
export const tortoise: Temperament = (finding) => {
  if (finding.kind === 'greeting')
    return `Good day. I am the slow one of the demo services: watch how a long reply behaves while the others have finished. ${offers}`;
  const close =
    'I have taken my time over this, as I always do; the panels beside mine were done long ago, and none of them had to wait for me.';
  if (!isOpen(finding)) return `Slowly and carefully, then.\n\n${answerOf(finding)}\n\n${close}`;
  const thoughts = angles.map(
    ({ name, advice }) => `As to ${name}: ${advice.charAt(0).toLowerCase()}${advice.slice(1)}`,
  );
  const opening = `You ask about “${finding.topic}”. I shall go round it once, without hurry.`;
  return `${opening} ${honest}\n\n${thoughts.join(' ')}\n\n${close}`;
};

/** Playful. */
export const spark: Temperament = (finding, random) => {
  const flourish = pickOne(random, ['Ta-da', 'Catch', 'Drum roll', 'Straight off the trapeze']);
  if (finding.kind === 'greeting') return `Hey there! 🎪 ${honest} ${offers} Pick a trick.`;
  if (!isOpen(finding))
    return `${flourish} – here comes ${wish(finding)}! ✨\n\n${answerOf(finding)}\n\nThank you, I am here all week. 🎩`;
  const image = pickOne(random, [
    'a kite',
    'a sourdough',
    'a jigsaw with one piece too many',
    'a borrowed umbrella',
    'a very polite octopus',
  ]);
  return `Picture **${finding.topic}** as ${image}. 🎈 You tug at it, it tugs back, and somewhere around _${pickOne(random, angles).name}_ you start to enjoy it.\n\nWhat I caught in mid-air: _${subject(finding)}_. And the small print: ${honest
    .toLowerCase()
    .replace('i am', 'I am')
    .replace(/\bi can\b/, 'I can')}`;
};

/** Takes the other side. */
export const contrarian: Temperament = (finding, random) => {
  if (finding.kind === 'greeting') return `Hello, though I doubt that is what you came for. ${honest}`;
  const doubt = pickOne(random, ['But is it the right question?', 'Before you rely on it:', 'Now the case against:']);
  if (!isOpen(finding))
    return `${answerOf(finding)}\n\n**${doubt}** ask what you would do if ${wish(finding)} came out differently. If nothing changes, you did not need it.`;
  const at = Math.floor(random() * angles.length);
  const [one, two] = [angles[at], angles[(at + 3) % angles.length]] as [(typeof angles)[0], (typeof angles)[0]];
  return `I would not start with ${finding.topic} at all.\n\n- **The usual view:** first ask ${one.name}. ${one.advice}\n- **Against it:** the trouble sits elsewhere: ${two.name}. ${two.advice}\n\n${honest}`;
};

function wish(finding: Exclude<Finding, Question>): string {
  switch (finding.kind) {
    case 'count':
      return `a count of ${finding.items.length}`;
    case 'list':
      return `a list: ${finding.title}`;
    case 'table':
      return `a table: ${finding.title}`;
    case 'reverse':
      return 'a text reversed';
    case 'calculation':
      return 'a calculation';
    case 'code':
      return `${finding.what} in ${finding.language}`;
    case 'summary':
      return `a summary of ${finding.words} words`;
    case 'echo':
      return 'your own words';
    case 'recall':
      return 'what was said before';
    case 'greeting':
      return 'a greeting';
  }
}
