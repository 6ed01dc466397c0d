import { loadCodeFont } from '@polylogue/web-kit';
import { BrowserRouter, useRoutes } from '@polylogue/web-kit/router';
import { loader } from '../slices/loader.js';
import { sliceAt } from '../slices/slices.js';
import { signedInRoutes } from './signed-in-routes.js';

const routes = signedInRoutes(loader);

// The screen that will be shown first is fetched beside the frame around it; a failure is reported where it is shown.
const first = sliceAt(location.pathname);
if (first) loader.load(first.name).catch(() => undefined);
import('@polylogue/web-kit/antd').catch(() => undefined);
loadCodeFont();

export default function SignedIn() {
  return (
    <BrowserRouter>
      <Screens />
    </BrowserRouter>
  );
}

const Screens = () => useRoutes(routes);
