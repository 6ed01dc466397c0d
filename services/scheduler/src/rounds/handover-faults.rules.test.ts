import { expect, it } from '@jest/globals';
import { Metadata, status } from '@grpc/grpc-js';
import { AppError, fromGrpcFailure } from '@polylogue/service-kit';
import { isAway, isRefusal } from './handover-faults.rules.js';

const failed = (code: status) =>
  fromGrpcFailure(Object.assign(new Error(), { code, details: '', metadata: new Metadata() }), 'conversation');

it.each([
  ['is not reachable', failed(status.UNAVAILABLE), { isAway: true, isRefusal: false }],
  ['is of the version before', failed(status.UNIMPLEMENTED), { isAway: true, isRefusal: false }],
  ['breaks', failed(status.INTERNAL), { isAway: false, isRefusal: false }],
  ['refuses', new AppError('invalid', 'invalid_round', 'No.'), { isAway: false, isRefusal: true }],
])('knows whether waiting helps where a service %s', (_what, error, known) => {
  expect({ isAway: isAway(error), isRefusal: isRefusal(error) }).toEqual(known);
});
