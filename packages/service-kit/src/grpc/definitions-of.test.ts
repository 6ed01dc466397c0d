import { Controller, Module } from '@nestjs/common';
import { expect, it } from '@jest/globals';
import { definitionsOf } from './definitions-of.js';
import { GrpcEndpoint } from './grpc-endpoint.js';

const definition = (name: string) => ({ name, fullName: `sample.v1.${name}`, methods: {} });
const [inner, outer, dynamic] = [definition('Inner'), definition('Outer'), definition('Dynamic')];

@GrpcEndpoint(inner)
class InnerGrpc {}

@GrpcEndpoint(outer)
class OuterGrpc {}

@GrpcEndpoint(dynamic)
class DynamicGrpc {}

@Controller()
class PlainController {}

@Module({ controllers: [InnerGrpc, PlainController] })
class InnerModule {}

@Module({ imports: [InnerModule] })
class DynamicModule {}

@Module({
  imports: [InnerModule, { module: DynamicModule, controllers: [DynamicGrpc] }],
  controllers: [OuterGrpc],
})
class OuterModule {}

@Module({ controllers: [PlainController] })
class PlainModule {}

it('finds the definitions of a module and of all that it imports, each once', () => {
  expect(definitionsOf(OuterModule)).toEqual([outer, inner, dynamic]);
});

it('finds none without gRPC endpoints', () => {
  expect(definitionsOf(PlainModule)).toEqual([]);
});
