import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const web = ['shell/**', 'mfe-*/**', 'packages/web-kit/**'];

/** A rule that forbids importing `name`, with the sentence a person can act on. */
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
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
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
  { files: ['shell/**/*.{ts,tsx}', 'mfe-*/**/*.{ts,tsx}'], rules: forbid(antdThroughKit, routerThroughKit) },
);
