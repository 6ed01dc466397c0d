import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { fetchRemotes } from './remotes.api.js';
import { createSliceLoader } from './slice-loader.js';

export const loader = createSliceLoader({
  fetchRemotes,
  register: registerRemotes,
  load: loadRemote,
  limit: 5000,
});

/**
 * The kit's entries a slice may ask for beside the main one. That they are named here is what makes the shell bring
 * them: all slices then share one copy, with one theme.
 */
export const broughtForSlices = [
  () => import('@polylogue/web-kit/antd'),
  () => import('@polylogue/web-kit/select'),
  () => import('@polylogue/web-kit/streams'),
  () => import('@polylogue/web-kit/heavy'),
  () => import('@polylogue/web-kit/chat'),
  () => import('@polylogue/web-kit/answer-settings'),
  () => import('@polylogue/web-kit/estimate'),
  () => import('@polylogue/web-kit/agreement'),
  () => import('@polylogue/web-kit/query-variables'),
  () => import('@polylogue/web-kit/votes'),
  () => import('@polylogue/web-kit/rubrics'),
  () => import('@polylogue/web-kit/schedule'),
  () => import('@polylogue/web-kit/shown-once'),
];
