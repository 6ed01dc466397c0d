import type { AgreementMap, MergedAnswer, MergedSentence } from '@polylogue/api-contract';
import {
  paragraphsOf,
  proofOf,
  describeStanding,
  type Proof,
  type ProvenClaim,
} from '../merged-answers/answer-proof.rules.js';
import { text } from './markdown-html.js';
import { answerRemarks, answerTitle } from './merged-answers.rules.js';

/** A version of an answer as a page that stands alone: no script, nothing loaded from anywhere. */
export const mergedAnswerDocument = (answer: MergedAnswer, map: AgreementMap): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>One answer</title>
<style>${styles}</style>
</head>
<body>
<h1>One answer</h1>
<blockquote>${text(answer.question)}</blockquote>
${mergedAnswerHtml(answer, map)}</body>
</html>
`;

/** A section: each sentence with who stands behind it, the passages as notes. `prefix` keeps those of several apart. */
export function mergedAnswerHtml(answer: MergedAnswer, map: AgreementMap, prefix = ''): string {
  const notes = new Map<number, ProvenClaim>();
  const paragraphs = paragraphsOf(answer).map((sentences) => {
    const parts = sentences.map((sentence) => {
      const proof = proofOf(sentence, map);
      for (const each of proof) notes.set(each.claim.id, each);
      return sentenceOf(sentence, proof, map, prefix);
    });
    return `<p>${parts.join(' ')}</p>\n`;
  });
  return `<article class="merged">
<h2>${text(answerTitle(answer))}</h2>
<p class="about">${text(answerRemarks(answer).join(' · '))}</p>
${paragraphs.join('')}${answer.error ? `<p class="error">${text(answer.error)}</p>\n` : ''}${notesOf([...notes.values()], prefix)}</article>
`;
}

function sentenceOf(
  sentence: MergedSentence,
  proof: readonly ProvenClaim[],
  map: AgreementMap,
  prefix: string,
): string {
  const references = proof.map(({ claim: { id } }) => `<sup><a href="#${prefix}c${id}">${id}</a></sup>`).join(' ');
  return `${text(sentence.text)} <small>(${text(describeStanding(sentence, map))})</small>${references}`;
}

function notesOf(notes: readonly ProvenClaim[], prefix: string): string {
  if (notes.length === 0) return '';
  const items = notes.map(({ claim, says, contradicts }) => {
    const quotes = [...linesOf('says', says), ...linesOf('contradicts', contradicts)];
    return `<li id="${prefix}c${claim.id}" value="${claim.id}">${text(claim.text)}<ul>${quotes.join('')}</ul></li>\n`;
  });
  return `<ol class="sources">\n${items.join('')}</ol>\n`;
}

const linesOf = (side: string, proofs: readonly Proof[]): string[] =>
  proofs.map(({ displayName, quote }) => `<li><b>${text(displayName)}</b> ${side}: “${text(quote)}”</li>`);

const styles = `
:root { color-scheme: light dark; --line: #8884; }
body { margin: 0 auto; max-width: 800px; padding: 24px; font: 15px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 22px; } h2 { margin: 0; font-size: 14px; }
blockquote { margin: 0 0 12px; padding-left: 12px; border-left: 2px solid var(--line); white-space: pre-wrap; }
article { padding: 16px; border: 1px solid var(--line); border-radius: 8px; }
small { opacity: .8; } .about, .sources { font-size: 12px; opacity: .9; } .about { margin: 2px 0 8px; } .error { color: #c33; }
`;
