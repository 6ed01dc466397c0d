// In the shell: lends its copy of the federation runtime to the slices, which are built without one. The plugin's own
// option (provideExternalRuntime) does the same with a second, CommonJS copy: 23 KB more on the landing page.
import * as runtimeCore from '@module-federation/runtime-tools/runtime-core';

export default function lendRuntime() {
  /** @type {{ _FEDERATION_RUNTIME_CORE?: typeof runtimeCore }} */ (globalThis)._FEDERATION_RUNTIME_CORE ??=
    runtimeCore;
  return { name: 'lend-runtime' };
}
