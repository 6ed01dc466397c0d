/**
 * @import { Feature, Spelling } from '../names.js'
 * @import { MadeFile } from '../tree/tree.js'
 */

/**
 * @param {Feature} feature
 * @returns {MadeFile[]} relative to the folder of the feature in gateway/src
 */
export function gatewayCode({ many, one }) {
  return [
    [`${many.kebab}.controller.ts`, controller(many, one)],
    [`${many.kebab}.service.ts`, service(many, one)],
    [`${many.kebab}.module.ts`, module(many)],
    [`${one.kebab}.mapper.ts`, mapper(one)],
  ];
}

/** @param {Spelling} many @param {Spelling} one */
const controller = (many, one) => `import { Controller } from '@nestjs/common';
import { add${one.pascal}, list${many.pascal}, type ValidBodyOf } from '@polylogue/api-contract';
import { ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { ${many.pascal}Service } from './${many.kebab}.service.js';

@Controller()
export class ${many.pascal}Controller {
  constructor(private readonly ${many.camel}: ${many.pascal}Service) {}

  @Serves(list${many.pascal})
  list() {
    return this.${many.camel}.list();
  }

  @Serves(add${one.pascal})
  add(@ValidBody() { name }: ValidBodyOf<typeof add${one.pascal}>) {
    return this.${many.camel}.add(name);
  }
}
`;

/** @param {Spelling} many @param {Spelling} one */
const service = (many, one) => `import { Injectable } from '@nestjs/common';
import type { ${one.pascal} } from '@polylogue/api-contract';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { to${one.pascal} } from './${one.kebab}.mapper.js';

@Injectable()
export class ${many.pascal}Service {
  constructor(@InjectClient('${many.camel}') private readonly client: ClientOf<'${many.camel}'>) {}

  async list(): Promise<${one.pascal}[]> {
    const { ${many.camel} } = await this.client.list${many.pascal}({});
    return ${many.camel}.map(to${one.pascal});
  }

  async add(name: string): Promise<${one.pascal}> {
    return to${one.pascal}(await this.client.add${one.pascal}({ name }));
  }
}
`;

/** @param {Spelling} many */
const module = ({ kebab, pascal }) => `import { Module } from '@nestjs/common';
import { ${pascal}Controller } from './${kebab}.controller.js';
import { ${pascal}Service } from './${kebab}.service.js';

@Module({ controllers: [${pascal}Controller], providers: [${pascal}Service] })
export class ${pascal}Module {}
`;

/** @param {Spelling} one */
const mapper = (one) => `import type { ${one.pascal} } from '@polylogue/api-contract';
import type { ${one.pascal} as Proto${one.pascal} } from '@polylogue/proto';

export const to${one.pascal} = ({ id, name, createdAt }: Proto${one.pascal}): ${one.pascal} => ({
  id,
  name,
  createdAt: (createdAt ?? new Date(0)).toISOString(),
});
`;
