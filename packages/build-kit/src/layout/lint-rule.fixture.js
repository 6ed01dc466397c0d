import { describe, test } from '@jest/globals';
import { RuleTester } from 'oxlint/plugins-dev';

RuleTester.describe = describe;
RuleTester.it = test;

/**
 * Makes a test of each code that a rule is given: what it refuses, and what it lets pass.
 * @param {import('oxlint/plugins-dev').RuleTester.ParserOptions} parserOptions
 */
export const ruleTester = (parserOptions) => new RuleTester({ languageOptions: { parserOptions } });
