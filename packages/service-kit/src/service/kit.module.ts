import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';

/** The module around a slice's own: makes the kit's parts injectable everywhere in it. */
@Module({})
export class KitModule {
  static around(slice: Type, parts: Provider[], controllers: Type[] = []): DynamicModule {
    return {
      module: KitModule,
      global: true,
      imports: [slice],
      controllers,
      providers: parts,
      exports: parts.map(tokenOf),
    };
  }
}

function tokenOf(provider: Provider) {
  return typeof provider === 'function' ? provider : provider.provide;
}
