import type { Finding } from './finding.rules.js';

/** What comes with a reply beside its text. */
export interface Background {
  reasoning?: string;
  sources?: readonly { url: string; title: string }[];
}

// Addresses that are reserved for examples: the demo knows no page of the web.
const pages = {
  principles: { url: 'https://example.org/demo/first-principles', title: 'First principles (demo)' },
  figures: { url: 'https://example.org/demo/figures', title: 'The figures, collected (demo)' },
  dissent: { url: 'https://example.com/demo/dissent', title: 'A dissenting view (demo)' },
};

/** Two demo services name sources for an open question, and one of them also shows reasoning. */
export function backgroundOf(model: string, finding: Finding): Background {
  if (finding.kind !== 'question') return {};
  switch (model) {
    case 'demo-sage':
      return { sources: [pages.principles, pages.figures] };
    case 'demo-contrarian':
      return { sources: [pages.figures, pages.dissent], reasoning: doubt(finding.topic) };
    default:
      return {};
  }
}

const doubt = (topic: string): string =>
  `The question is “${topic}”. The obvious reply comes easily, so I look for what would have to be true for it to be ` +
  'wrong. I have no facts of my own; I can only show how such reasoning looks.';
