// Rules that need no types; those that do are oxlint's (.oxlintrc.json), which finds them ten times as fast.

// @ts-expect-error The plugin comes without declarations.
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { functionLength } from './packages/build-kit/src/layout/function-length.js';
import { inlineSpreads } from './packages/build-kit/src/layout/inline-spreads.js';
import { vocabulary } from './packages/build-kit/src/layout/vocabulary.js';

const sources = ['**/*.{ts,tsx,js,mjs,cjs}'];
const tests = ['**/*.{test,spec,fixture}.*', '**/test/**', 'e2e/specs/**'];
const web = ['shell/**', 'mfe-*/**', 'packages/{markdown,web-kit}/**'];

/**
 * A rule that forbids importing `name`, with the sentence a person can act on.
 * @param {{ name: string, message: string }[]} paths
 * @returns {import('typescript-eslint').ConfigWithExtends['rules']}
 */
const forbid = (...paths) => ({ '@typescript-eslint/no-restricted-imports': ['error', { paths }] });
const antdThroughKit = {
  name: 'antd',
  message: 'Import antd components from @polylogue/web-kit: it is the shared singleton that carries the theme.',
};

const routerThroughKit = {
  name: 'react-router-dom',
  message: 'Import the router from @polylogue/web-kit/router: a second copy would not know where the page is.',
};

export default tseslint.config(
  { ignores: ['**/dist/', '**/.types/', '**/src/gen/', '.data/', '**/node_modules/', 'coverage/'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-explicit-any': 'error',
      'no-console': ['error', { allow: ['error', 'warn'] }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: web.map((folder) => `${folder}/*.{ts,tsx}`),
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules },
  },
  { files: web.map((folder) => `${folder}/*.tsx`), ...jsxA11y.flatConfigs.recommended },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['shell/**/*.{ts,tsx}', 'mfe-*/**/*.{ts,tsx}'], rules: forbid(antdThroughKit, routerThroughKit) },
  {
    files: sources,
    plugins: { layout: { rules: { 'function-length': functionLength, vocabulary } } },
    rules: {
      'no-restricted-syntax': ['error', ...inlineSpreads],
      'layout/function-length': ['error', { max: 50 }],
      'layout/vocabulary': 'error',
    },
  },
  // Markup takes more lines than code does.
  { files: ['**/*.tsx'], rules: { 'layout/function-length': ['error', { max: 60 }] } },
  {
    files: sources,
    ignores: tests,
    rules: { 'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }] },
  },
);
