// Writes the index of the generated code: `node write-index.js src/gen`. Events are found by their subject instead (event-map.ts).
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

// Two services have messages of one name; the older one keeps it.
/** @type {Record<string, Record<string, string>>} */
const renamed = { 'operations/v1/operations.ts': { ServiceStatus: 'StatusOfService' } };
const common = new Set(['protobufPackage', 'protobufFileName']);

const folder = resolve(process.argv[2] ?? 'src/gen');
/** @type {Map<string, string>} */
const filesOfNames = new Map();
const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[^/]+\/v\d+\/(?!.*events\.ts$).+\.ts$/.test(path))
  .sort()
  .flatMap((path) => {
    const names = [...readFileSync(join(folder, path), 'utf8').matchAll(/^export (?:const|enum) (\w+)/gm)]
      .flatMap(([, name]) => (name && !common.has(name) ? name : []))
      .sort();
    for (const name of names) {
      const shown = renamed[path]?.[name] ?? name;
      const other = filesOfNames.get(shown);
      if (other) throw new Error(`${shown} is a name in ${other} and in ${path}: write one of them into "renamed".`);
      filesOfNames.set(shown, path);
    }
    const exported = names.map((name) => (renamed[path]?.[name] ? `${name} as ${renamed[path][name]}` : name));
    return exported.length > 0 ? `export { ${exported.join(', ')} } from './${path.replace(/\.ts$/, '.js')}';` : [];
  });
writeFileSync(
  join(folder, 'index.ts'),
  `// Written by write-index.js. DO NOT EDIT.\n/* eslint-disable */\n${lines.join('\n')}\n`,
);
