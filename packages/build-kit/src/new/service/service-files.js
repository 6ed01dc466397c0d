/**
 * @import { Spelling } from '../names.js'
 * @import { MadeFile, Tree } from '../tree/tree.js'
 * @import { PackageJson } from '../workspaces.js'
 */
import { spell } from '../names.js';

/** The service whose plain files and manifests a new one is given: it has a database and calls nobody. */
export const model = spell('admin');

// What every service builds on; what else the model has is its own affair.
const foundation = [
  '@nestjs/common',
  '@nestjs/core',
  '@polylogue/proto',
  '@polylogue/service-kit',
  'typeorm',
  'uuid',
  'zod',
];

/**
 * @param {Tree} tree
 * @param {Spelling} slice
 * @returns {MadeFile[]} of a service without a feature, relative to its folder
 */
export function serviceFiles(tree, slice) {
  const like = `services/${model.kebab}`;
  /** @type {PackageJson} */
  const { dependencies, ...manifest } = tree.json(`${like}/package.json`);
  const own = {
    ...manifest,
    name: `@polylogue/${slice.kebab}`,
    description: `${slice.sentence}.`,
    dependencies: Object.fromEntries(foundation.map((name) => [name, dependencies[name]])),
  };
  const { name, version, description, license, type, scripts, devDependencies } = own;
  const ordered = { name, version, private: true, description, license, type, scripts };
  return [
    ['package.json', JSON.stringify({ ...ordered, dependencies: own.dependencies, devDependencies }, null, 2)],
    ['tsconfig.json', tree.read(`${like}/tsconfig.json`)],
    ['README.md', readme(slice)],
    ['src/main.ts', tree.read(`${like}/src/main.ts`).replaceAll(new RegExp(`\\b${model.camel}\\b`, 'g'), slice.camel)],
    ['src/config.ts', config(slice)],
    ['src/app.module.ts', appModule],
    ['src/service.ts', service(slice)],
    ['test/standing.spec.ts', standing(slice)],
  ];
}

/** @param {Spelling} slice */
const readme = ({ kebab }) => `# ${kebab}

| door | what |
| ---- | ---- |

Keeps its rows under row-level security: the application role sees the caller's own and nobody else's. Whatever has a column
\`user_id\` goes when its person is erased (service-kit).

<!-- environment: written by \`npm run environment\` -->

<!-- /environment -->
`;

/** @param {Spelling} slice */
const config = ({ kebab, pascal }) => `import type { z } from 'zod';
import { baseConfig } from '@polylogue/service-kit';

/** The environment of this service. */
export const config = baseConfig('${kebab}');

export type ${pascal}Config = z.output<typeof config>;
`;

const appModule = `import { Module } from '@nestjs/common';

@Module({ imports: [] })
export class AppModule {}
`;

/** @param {Spelling} slice */
const service = ({ kebab, camel }) => `import { defineService } from '@polylogue/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';

export const ${camel} = defineService({
  name: '${kebab}',
  module: AppModule,
  config,
  grpc: [],
  migrations: [],
});
`;

/** @param {Spelling} slice */
const standing = ({ kebab, camel, snake }) => `import { describe, expect, it } from '@jest/globals';
import { startSlice } from '@polylogue/test-kit';
import { ${camel} } from '../src/service.js';

describe('${kebab}', () => {
  it('stands: its schema is there and it says that it is ready', async () => {
    const slice = await startSlice(${camel});
    try {
      expect((await fetch(\`\${slice.service.healthUrl}/readyz\`)).status).toBe(200);
      const count = 'SELECT count(*)::int AS rows FROM ${snake}.outbox';
      expect(await slice.service.database.asWorker((tx) => tx.query(count))).toEqual([{ rows: 0 }]);
    } finally {
      await slice.close();
    }
  });
});
`;
