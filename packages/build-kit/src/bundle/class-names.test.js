import { expect, test } from '@jest/globals';
import { mustKeepNames } from './class-names.js';

const sources = ['export class Reply {}\nexport class RepliesConsumer extends Base {}', 'const Late = class Late {};'];

test.each([
  'class Reply{}class RepliesConsumer extends Base{}const Late=class Late{};',
  'class Reply{}class qp_Encoder{}class $Reply{}class _Unknown{}',
])('takes a bundle whose classes have their names, and those of others any name: %s', (bundle) => {
  expect(() => mustKeepNames(sources, bundle)).not.toThrow();
});

test.each(['live_Reply', 'live_broadcast_Reply', 'live_Reply_0', 'dist_replies_consumer_RepliesConsumer'])(
  'refuses a bundle in which a class of ours has become %s',
  (name) => expect(() => mustKeepNames(sources, `class Reply{}class ${name} extends Base{}`)).toThrow(name),
);
