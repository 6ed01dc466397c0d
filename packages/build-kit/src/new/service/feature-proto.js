/** @import { ServiceFeature } from './plan-service-feature.js' */

/**
 * The contract of a feature: its own .proto file.
 * @param {ServiceFeature} plan
 */
export const featureProto = ({ slice, feature: { many, one } }) => `syntax = "proto3";

package ${slice.snake}.v1;

import "google/protobuf/timestamp.proto";

// The ${many.words} of one person. Every call acts for the signed caller and sees nobody else's.
service ${many.pascal}Service {
  // The caller's own, newest first, a hundred at most.
  rpc List${many.pascal}(List${many.pascal}Request) returns (List${many.pascal}Response);
  // Keeps one under its name. Asked again with a name that is there, it answers the one there is.
  rpc Add${one.pascal}(Add${one.pascal}Request) returns (${one.pascal});
}

message ${one.pascal} {
  string id = 1;
  string name = 2;
  google.protobuf.Timestamp created_at = 3;
}

message List${many.pascal}Request {}

message List${many.pascal}Response {
  repeated ${one.pascal} ${many.snake} = 1;
}

message Add${one.pascal}Request {
  // 1 to 200 characters; space around it is dropped.
  string name = 1;
}
`;
