import type { DynamicModule, ModuleMetadata, Type } from '@nestjs/common';
import type { GrpcDefinition } from './definition.js';
import { definitionOf } from './grpc-endpoint.js';

type Imported = NonNullable<ModuleMetadata['imports']>[number];

/**
 * What the `@GrpcEndpoint` controllers of a module and of all that it imports answer. Read from what `@Module` wrote on
 * the classes, since the gRPC server is made before the application; promised and forward references are left out.
 */
export function definitionsOf(root: Type): GrpcDefinition[] {
  const found = new Set<GrpcDefinition>();
  const seen = new Set<Imported>();
  const visit = (imported: Imported): void => {
    if (seen.has(imported)) return;
    seen.add(imported);
    for (const controller of listOf<Type>(imported, 'controllers')) {
      const definition = definitionOf(controller);
      if (definition) found.add(definition);
    }
    listOf<Imported>(imported, 'imports').forEach(visit);
    if (isDynamic(imported)) visit(imported.module);
  };
  visit(root);
  return [...found];
}

function listOf<T>(imported: Imported, key: 'controllers' | 'imports'): readonly T[] {
  const list: unknown = isDynamic(imported) ? imported[key] : Reflect.getMetadata(key, imported);
  return Array.isArray(list) ? (list as T[]) : [];
}

function isDynamic(imported: Imported): imported is DynamicModule {
  return 'module' in imported;
}
