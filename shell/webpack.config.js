import { host } from '@polylogue/build-kit/webpack';

export default host(import.meta.dirname);
