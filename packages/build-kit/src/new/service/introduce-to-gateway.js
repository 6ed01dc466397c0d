/**
 * @import { Spelling } from '../names.js'
 * @import { Tree } from '../tree/tree.js'
 */
import { addElement, addProperty } from '../tree/grow-code.js';
import { replaceOnce } from '../tree/grow-text.js';
import { model } from './service-files.js';

/**
 * The gateway knows every service: where it listens, and how it stands for those who run it. Its tests have a stub of it.
 * @param {Tree} tree
 * @param {Spelling} slice
 */
export function introduceToGateway(tree, { kebab, camel, upper }) {
  const url = `${upper}_GRPC_URL`;
  // The stubs of its features have the plain name.
  const server = `${camel}Server`;
  const like = `${model.upper}_GRPC_URL`;
  const isTold = new RegExp(`^( *)${like}: .*$`, 'm');
  tree.edit('gateway/src/config.ts', (text) =>
    replaceOnce(text, isTold, `$&\n$1${url}: grpcUrl('${kebab}', ${freePort(text)}),`),
  );
  tree.edit('gateway/src/clients/clients.ts', (text) =>
    addProperty(text, 'addresses', `'${kebab}': '${url}'`, { beside: model.kebab }),
  );
  tree.edit('packages/api-contract/src/dead-letters.ts', (text) =>
    addElement(text, 'sliceNames', `'${kebab}'`, { beside: `'${model.kebab}'` }),
  );
  tree.edit('gateway/test/gateway.ts', (text) =>
    addProperty(text, 'addressesOf', `${url}: upstreams.${server}.url`, { beside: like }),
  );
  tree.edit('gateway/test/operations.fixture.ts', (text) =>
    addElement(text, 'sliceNames', `'${kebab}'`, { beside: `'${model.kebab}'` }),
  );
  tree.edit('gateway/test/upstreams.ts', (text) => {
    const declared = addProperty(text, 'Upstreams', `${server}: StubServer;`, { beside: model.camel });
    const started = `const ${server} = await stubGrpcServer(operations('${kebab}'));\n  const servers = {`;
    return addProperty(replaceOnce(declared, 'const servers = {', started), 'servers', server, { beside: model.camel });
  });
}

/** @param {string} text */
const freePort = (text) =>
  Math.max(...[...text.matchAll(/grpcUrl\('[\w-]+', (\d+)\)/g)].map(([, port]) => Number(port))) + 1;
