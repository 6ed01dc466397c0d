/**
 * @import { Spelling } from '../names.js'
 * @import { MadeFile, Tree } from '../tree/tree.js'
 * @import { PackageJson } from '../workspaces.js'
 */
import { model } from './model.js';

const asTheyAre = ['tsconfig.json', 'webpack.config.js', 'public/index.html', 'src/index.ts', 'src/style.d.ts'];

/**
 * @param {Tree} tree
 * @param {Spelling} screen
 * @returns {MadeFile[]} of a micro-frontend with one page, relative to its folder
 */
export function screenFiles(tree, screen) {
  const { kebab, pascal, title } = screen;
  return [
    ['package.json', manifest(tree.json(`${model.kebab}/package.json`), screen)],
    ...asTheyAre.map((path) => /** @type {MadeFile} */ ([path, tree.read(`${model.kebab}/${path}`)])),
    ['README.md', readme(screen)],
    ['src/slice.tsx', slicePage(kebab)],
    ['src/standalone.tsx', standalone(title)],
    [`src/${kebab}/${kebab}.tsx`, page(pascal, title)],
    [`src/${kebab}/${kebab}.test.tsx`, pageTest(kebab, title)],
  ];
}

/** @param {PackageJson} model @param {Spelling} screen */
function manifest({ peerDependencies, dependencies, ...model }, { kebab, title }) {
  const contract = '@polylogue/api-contract';
  const own = { name: `@polylogue/mfe-${kebab}`, description: `${title}.` };
  const { devDependencies, ...rest } = { ...model, ...own };
  const kept = { [contract]: dependencies[contract] };
  return JSON.stringify({ ...rest, peerDependencies, dependencies: kept, devDependencies }, null, 2);
}

/** @param {Spelling} screen */
const readme = ({ kebab, title }) => `# mfe-${kebab}

${title}, at \`/${kebab}\`.

- **Gives the shell** \`./slice\`: its routes (\`src/slice.tsx\`). The shell owns the prefix; the slice never knows where it is mounted.
- **Runs alone**: \`npm run dev -w mfe-${kebab}\`, with the \`/api\` of a running installation behind it (\`POLYLOGUE_URL\`, by default http://127.0.0.1:8080).
- **Builds**: \`npm run build -w mfe-${kebab}\` writes \`dist/\` with \`mf-manifest.json\`; deploying it is copying that folder and one line in \`/remotes.json\`. What it shares at run time is exactly its \`peerDependencies\`; the shell brings those.
`;

/**
 * A micro-frontend whose first page is the one of this folder.
 * @param {string} kebab
 */
export const slicePage = (kebab) => `import { defineSlice } from '@polylogue/web-kit';
import { lazy } from 'react';

export const slice = defineSlice({
  routes: [{ index: true, Component: lazy(() => import('./${kebab}/${kebab}.js')) }],
});
`;

/** @param {string} title */
const standalone = (title) => `import { startStandalone } from '@polylogue/web-kit/standalone';
import { slice } from './slice.js';

startStandalone('${title}', slice);
`;

const nothing = 'has nothing to show.';

/**
 * Whether the first page is still as it was made: nothing is lost when another takes its place.
 * @param {Tree} tree
 * @param {string} folder
 * @param {string} home
 */
export function isEmptyPage(tree, folder, home) {
  const path = `${folder}/src/${home}/${home}.tsx`;
  return tree.has(path) && tree.read(path).includes(nothing) && tree.list(`${folder}/src/${home}`).length === 2;
}

/** @param {string} pascal @param {string} title */
const page = (pascal, title) => `import { EmptyState, PageHeader } from '@polylogue/web-kit';

export default function ${pascal}() {
  return (
    <div className="pl-page">
      <PageHeader title="${title}" />
      <section className="pl-card">
        <EmptyState title="Nothing here yet" help="${title} ${nothing}" />
      </section>
    </div>
  );
}
`;

/** @param {string} kebab @param {string} title */
const pageTest = (kebab, title) => `import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { renderScreen } from '@polylogue/web-kit/test';
import { cleanup, screen } from '@testing-library/react';
import { slice } from '../slice.js';

beforeAll(() => import('./${kebab}.js'), 60_000);
afterEach(cleanup);

describe('${title}', () => {
  it('has its title, and says that there is nothing', async () => {
    renderScreen(slice.routes);
    expect(await screen.findByRole('heading', { level: 1, name: '${title}' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'Nothing here yet' })).toBeTruthy();
  });
});
`;
