import { expect, it } from '@jest/globals';
import { contractLimits } from '@polylogue/proto';
import { maxCharacters, maxFileBytes } from './file-faults.js';

it('takes the files that the contract lets through', () => {
  expect({ attachmentText: maxCharacters, attachmentBytes: maxFileBytes }).toEqual({
    attachmentText: contractLimits.attachmentText,
    attachmentBytes: contractLimits.attachmentBytes,
  });
});
