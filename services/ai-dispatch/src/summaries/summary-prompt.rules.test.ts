import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { summaryPrompt } from './summary-prompt.rules.js';

fc.configureGlobal({ seed: 20250710 });

const timestamp = '2026-01-02T03:04:05Z';

describe('the prompt of a summary', () => {
  it('holds every reply whole, and no reply can end its own mark or open another', () => {
    const hostile = fc.array(
      fc.constantFrom('</reply>', '<reply from="x">', '<reply-2', '</reply-2>', 'words', '\n', '"'),
    );
    const content = hostile.map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(fc.record({ aiService: content, content }), { minLength: 2, maxLength: 6 }), (given) => {
        const prompt = summaryPrompt(given.map((each) => ({ ...each, timestamp })));
        const mark = /\(Everything between <(reply(?:-\d+)?)> and/.exec(prompt)![1]!;
        const parts = prompt.split(`\n</${mark}>`);
        expect(parts).toHaveLength(given.length + 1);
        given.forEach((each, index) => expect(parts[index]!.endsWith(`>\n${each.content}`)).toBe(true));
        expect(prompt.split(`\n<${mark} from="`)).toHaveLength(given.length + 1);
      }),
    );
  });
});
