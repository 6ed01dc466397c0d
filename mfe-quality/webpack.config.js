import { remote } from '@polylogue/build-kit/webpack';

export default remote(import.meta.dirname);
