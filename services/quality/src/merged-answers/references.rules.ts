import type { WrittenSentence } from './merged-answer.entity.js';

// [c3], [c3, c5], and the brackets that models of other scripts write.
const reference = String.raw`[[【(]\s*c\d{1,3}(?:\s*[,;]\s*c?\d{1,3})*\s*[\]】)]`;
const references = new RegExp(reference, 'gi');
/** A sentence with the references behind it, and what stands after the last of them. */
const cited = new RegExp(String.raw`([\s\S]*?)((?:\s*${reference})+)(\s*[.!?…。！？]+(?=\s|$))?`, 'gi');

const abbreviations = new Set(
  'al,approx,bzw,ca,cf,co,dr,ed,etc,fig,inc,jr,ltd,max,min,mr,mrs,ms,nr,no,prof,resp,sr,st,usw,vgl,vs'.split(','),
);
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The sentences of a line, each with the claims it names itself: one that names none does not share those of its
 * neighbour. `known`: claims that may be named; other references are taken away.
 */
export function sentencesIn(line: string, known: ReadonlySet<number>): WrittenSentence[] {
  const found: WrittenSentence[] = [];
  let end = 0;
  for (const { 0: whole, 1: text = '', 2: named = '', 3: mark = '', index } of line.matchAll(cited)) {
    end = index + whole.length;
    const parts = split(text);
    const last = parts.pop();
    found.push(...parts.map((part) => written(part)));
    if (last !== undefined)
      found.push(written(/[.!?…。！？]$/.test(last) ? last : last + mark.trim(), claimsIn(named, known)));
  }
  found.push(...split(line.slice(end)).map((part) => written(part)));
  return found;
}

const written = (text: string, claims: number[] = []): WrittenSentence => ({ text, claims, startsParagraph: false });

function claimsIn(text: string, known: ReadonlySet<number>): number[] {
  const numbers = [...text.matchAll(references)].flatMap(([each]) => each.match(/\d+/g) ?? []).map(Number);
  return [...new Set(numbers)].filter((number) => known.has(number));
}

/** Sentences without references; what has no letter or digit is none. */
function split(text: string): string[] {
  const parts: string[] = [];
  let isOpen = false;
  for (const { segment } of sentences.segment(text)) {
    if (isOpen) parts[parts.length - 1] += segment;
    else parts.push(segment);
    isOpen = endsInAbbreviation(segment);
  }
  return parts.map((part) => part.trim()).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** `Dr.` and `z. B.` end no sentence. */
function endsInAbbreviation(text: string): boolean {
  const word = /([\p{L}]+)\.\s*$/u.exec(text)?.[1];
  return word !== undefined && (word.length === 1 || abbreviations.has(word.toLowerCase()));
}
